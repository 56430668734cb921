// Homes as each format of listings carries them, for measuring how fast they are read.

const STREETS = ["Harbour", "Mill", "Station", "Albert", "Cross", "Park", "Queens", "Canal", "Chapel", "Meadow", "Victoria", "Orchard", "Cedar", "Maple", "Willow", "Foundry"];
const WAYS = ["Row", "Street", "Road", "Terrace", "Lane", "View"];
const TOWNS = [["Leeds", "LS"], ["Manchester", "M"], ["Liverpool", "L"], ["Hull", "HU"], ["Sheffield", "S"], ["Birmingham", "B"], ["Nottingham", "NG"], ["Cardiff", "CF"], ["Glasgow", "G"], ["Reading", "RG"]];
const TEXT = "A home near everything, with gas central heating and double glazing throughout. ".repeat(4);

/** The home with this number. */
export function home(index) {
  const [town, area] = TOWNS[index % TOWNS.length];
  return {
    reference: `K${index}`, number: 1 + (index % 180), street: `${STREETS[Math.floor(index / 7) % STREETS.length]} ${WAYS[Math.floor(index / 3) % WAYS.length]}`,
    town, outward: `${area}${1 + (Math.floor(index / 10) % 40)}`, inward: `${1 + (Math.floor(index / 5) % 9)}${"ABDE"[Math.floor(index / 13) % 4]}${"FGHJ"[Math.floor(index / 17) % 4]}`,
    price: 50_000 + ((index * 7919) % 900_000), bedrooms: 1 + (index % 5), text: TEXT,
  };
}

const json = (one) => (homes) => `[${homes.map((row) => JSON.stringify(one(row))).join(",\n")}]`;

const BLM_FIELDS = ["AGENT_REF", "ADDRESS_1", "ADDRESS_2", "TOWN", "POSTCODE1", "POSTCODE2", "FEATURE1", "SUMMARY", "DESCRIPTION", "BRANCH_ID", "STATUS_ID", "BEDROOMS", "PRICE", "PRICE_QUALIFIER", "PROP_SUB_ID", "DISPLAY_ADDRESS", "PUBLISHED_FLAG", "LET_RENT_FREQUENCY", "TRANS_TYPE_ID"];

function blm(homes) {
  const rows = homes.map(({ reference, number, street, town, outward, inward, price, bedrooms, text }) =>
    [`77_${reference}`, number, street, town, outward, inward, "No chain", text, text, 77, 0, bedrooms, price, 0, 1, `${street}, ${town}`, 1, "", 1].join("^"));
  return `#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n\n#DEFINITION#\n${BLM_FIELDS.join("^")}^~\n\n#DATA#\n${rows.join("^~\n")}^~\n#END#\n`;
}

const rtdf = json(({ reference, number, street, town, outward, inward, price, bedrooms, text }) => ({
  network: { network_id: 1 }, branch: { branch_id: 77, channel: 1, overseas: false },
  property: {
    agent_ref: reference, published: true, property_type: 1, status: 1,
    address: { house_name_number: String(number), address_2: street, town, postcode_1: outward, postcode_2: inward, display_address: `${street}, ${town}` },
    price_information: { price, price_qualifier: 0 }, details: { summary: text, description: text, features: ["No chain"], bedrooms }, media: [],
  },
}));

const zoopla = json(({ reference, number, street, town, outward, inward, price, bedrooms, text }) => ({
  branch_reference: "B1", category: "residential", listing_reference: reference, life_cycle_status: "available",
  location: { property_number_or_name: String(number), street_name: street, town_or_city: town, postal_code: `${outward} ${inward}`, country_code: "GB" },
  pricing: { transaction_type: "sale", currency_code: "GBP", price }, property_type: "terraced", total_bedrooms: bedrooms,
  detailed_description: [{ text }], feature_list: ["No chain"], content: [],
}));

const propertydata = (homes) => `{"status":"success","data":${json(({ reference, street, town, outward, inward, price, bedrooms }) => ({
  id: reference, address: `${street}, ${town}`, postcode: `${outward} ${inward}`, price, bedrooms, type: "Terraced house", type_standardised: "Terraced house", url: "", price_history: [],
}))(homes)}}`;

const ppd = (homes) => homes.map(({ number, street, town, outward, inward, price }, index) =>
  [`{${String(index).padStart(8, "0")}-17B2-8922-E063-4804A8C094D0}`, price, "2025-09-30 00:00", `${outward} ${inward}`, "T", "N", "F", number, "", street.toUpperCase(), "", town.toUpperCase(), town.toUpperCase(), "", "A", "A"].map((cell) => `"${cell}"`).join(",")).join("\n");

const jupix = (homes) => `<?xml version="1.0" encoding="UTF-8"?>\n<properties>\n${homes.map(({ reference, number, street, town, outward, inward, price, bedrooms, text }) =>
  `<property><propertyID>${reference}</propertyID><branchID>7</branchID><department>Sales</department><addressNumber>${number}</addressNumber><addressStreet>${street}</addressStreet><address3>${town}</address3><addressPostcode>${outward} ${inward}</addressPostcode><country>United Kingdom</country><displayAddress>${street}, ${town}</displayAddress><propertyFeature1>No chain</propertyFeature1><fullDescription><![CDATA[<p>${text}</p>]]></fullDescription><propertyBedrooms>${bedrooms}</propertyBedrooms><propertyType>1</propertyType><propertyStyle>3</propertyStyle><availability>2</availability><price>${price}</price></property>`).join("\n")}\n</properties>\n`;

const csv = (homes) => `Reference,Address,Town,Postcode,Price,Bedrooms,Property type,For sale or to let,Description\n${homes.map(({ reference, number, street, town, outward, inward, price, bedrooms, text }) =>
  `${reference},"${number} ${street}, ${town}",${town},${outward} ${inward},${price},${bedrooms},Terraced house,sale,"${text}"`).join("\n")}\n`;

/** Each format of `lintel-listings-import import` with what writes homes in it. */
export const FEEDS = { blm, rtdf, zoopla, propertydata, jupix, csv, ppd };
