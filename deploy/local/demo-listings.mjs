// Three hundred homes for sale in ten towns, and lettings to compare their rents with, as the feeds of three sources carry them.

const TOWNS = [
  // The town, its postcode areas with districts, what a home with two bedrooms costs, what it is let for a month.
  { town: "Leeds", districts: ["LS6", "LS9", "LS12"], price: 178_000, rent: 1_050 },
  { town: "Manchester", districts: ["M14", "M19", "M8"], price: 205_000, rent: 1_180 },
  { town: "Liverpool", districts: ["L4", "L15", "L17"], price: 142_000, rent: 870 },
  { town: "Hull", districts: ["HU3", "HU5"], price: 98_000, rent: 650 },
  { town: "Sheffield", districts: ["S2", "S6", "S11"], price: 168_000, rent: 930 },
  { town: "Birmingham", districts: ["B16", "B23", "B29"], price: 196_000, rent: 1_090 },
  { town: "Nottingham", districts: ["NG3", "NG7"], price: 164_000, rent: 940 },
  { town: "Cardiff", districts: ["CF10", "CF24"], price: 214_000, rent: 1_120 },
  { town: "Glasgow", districts: ["G3", "G31", "G42"], price: 158_000, rent: 980 },
  { town: "Reading", districts: ["RG1", "RG30"], price: 286_000, rent: 1_420 },
];
const STREETS = ["Harbour Row", "Mill Street", "Station Road", "Albert Terrace", "Cross Lane", "Park View", "Queen’s Road", "Canal Wharf", "Chapel Walk", "Meadow Close", "Victoria Avenue", "Orchard Street"];
// The code of the bulk load and of Zoopla, how a home of it compares in price with the town's.
const KINDS = [
  { code: 1, zoopla: "terraced", words: "Terraced house", flat: false, factor: 1 },
  { code: 3, zoopla: "semi_detached", words: "Semi-detached house", flat: false, factor: 1.25 },
  { code: 8, zoopla: "flat", words: "Flat", flat: true, factor: 0.86 },
  { code: 4, zoopla: "detached", words: "Detached house", flat: false, factor: 1.7 },
  { code: 11, zoopla: "maisonette", words: "Maisonette", flat: true, factor: 0.92 },
];
const POINTS = ["No chain", "Tenant in place", "Needs modernising", "New boiler", "Off-road parking", "Close to the station", "EPC C", "Garden", "Double glazing", "Cash buyers only"];

/** Numbers that look like chance and are the same every time. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function homes(count, seed) {
  const roll = dice(seed);
  const one = (list) => list[Math.floor(roll() * list.length)];
  const letters = "ABDEFGHJLNPQRSTUWXYZ";
  return Array.from({ length: count }, (_, index) => {
    const place = TOWNS[index % TOWNS.length];
    const kind = one(KINDS);
    const bedrooms = kind.flat ? 1 + Math.floor(roll() * 2) : 2 + Math.floor(roll() * 3);
    const size = 1 + (bedrooms - 2) * 0.22;
    const price = Math.round((place.price * kind.factor * size * (0.82 + roll() * 0.36)) / 500) * 500;
    const rent = Math.round((place.rent * (1 + (bedrooms - 2) * 0.18) * (0.92 + roll() * 0.16)) / 5) * 5;
    return {
      ...place, kind, bedrooms, price, rent, number: 1 + Math.floor(roll() * 180), street: one(STREETS),
      bathrooms: bedrooms > 3 ? 2 : 1, feet: Math.round((kind.flat ? 420 : 560) + bedrooms * 150 + roll() * 120),
      outward: one(place.districts), inward: `${1 + Math.floor(roll() * 9)}${one(letters)}${one(letters)}`,
      points: [...new Set([one(POINTS), one(POINTS), one(POINTS)])],
    };
  });
}

const sentence = ({ bedrooms, kind, street, town }) =>
  `${bedrooms} bedroom ${kind.words.toLowerCase()} on ${street}, a short walk from the shops and buses of ${town}. Gas central heating throughout.`;

/** Rightmove's bulk load of a branch: homes for sale and homes to let. */
export function bulkLoad() {
  const fields = ["AGENT_REF", "ADDRESS_1", "ADDRESS_2", "TOWN", "POSTCODE1", "POSTCODE2", "FEATURE1", "FEATURE2", "FEATURE3", "SUMMARY", "DESCRIPTION", "BRANCH_ID", "STATUS_ID", "BEDROOMS", "BATHROOMS", "PRICE", "PRICE_QUALIFIER", "PROP_SUB_ID", "CREATE_DATE", "UPDATE_DATE", "DISPLAY_ADDRESS", "PUBLISHED_FLAG", "LET_RENT_FREQUENCY", "TENURE_TYPE_ID", "TRANS_TYPE_ID", "NEW_HOME_FLAG"];
  const row = (home, index, letting) => {
    const { number, street, town, outward, inward, points, bedrooms, bathrooms, price, rent, kind } = home;
    const text = letting ? `To let: ${sentence(home)}` : sentence(home);
    const qualifier = index % 7 === 0 ? 2 : 0;
    const values = [
      `88001_${letting ? "L" : "S"}${String(index + 1).padStart(4, "0")}`, String(number), street, town, outward, inward,
      points[0], points[1] ?? "", points[2] ?? "", text, `${text}<br/>Viewing by appointment.`, "88001", "0", bedrooms, bathrooms,
      letting ? rent : price, letting ? 0 : qualifier, kind.code, "2026-10-05 09:00:00", "2026-11-18 16:00:00", `${street}, ${town}`, "1",
      letting ? 1 : "", kind.flat ? 2 : 1, letting ? 2 : 1, "N",
    ];
    return `${values.join("^")}^~`;
  };
  const rows = [
    ...homes(170, 11).map((home, index) => row(home, index, false)),
    ...homes(240, 12).map((home, index) => row(home, index, true)),
  ];
  const head = `#HEADER#\r\nVersion : 3\r\nEOF : '^'\r\nEOR : '~'\r\nProperty Count : ${rows.length}\r\n\r\n`;
  return `${head}#DEFINITION#\r\n${fields.join("^")}^~\r\n\r\n#DATA#\r\n${rows.join("\r\n")}\r\n#END#\r\n`;
}

/** Zoopla's listing updates, one after the other in an array. */
export function zooplaFeed() {
  return JSON.stringify(
    homes(70, 21).map((home, index) => ({
      branch_reference: "DEMO2", category: "residential", listing_reference: `DEMO2-${index + 1}`, life_cycle_status: "available",
      location: { property_number_or_name: String(home.number), street_name: home.street, town_or_city: home.town, postal_code: `${home.outward} ${home.inward}`, country_code: "GB" },
      pricing: { transaction_type: "sale", currency_code: "GBP", price: home.price, price_qualifier: "offers_over" },
      property_type: home.kind.zoopla, total_bedrooms: home.bedrooms, bathrooms: home.bathrooms, tenure: home.kind.flat ? "leasehold" : "freehold",
      feature_list: home.points, areas: { internal: { minimum: { value: home.feet, units: "sq_feet" } } },
      detailed_description: [{ heading: "About", text: sentence(home) }], summary_description: sentence(home), content: [],
    })),
  );
}

/** PropertyData's sourced properties. */
export function sourcedProperties() {
  return JSON.stringify({
    status: "success", list: "high-yield-properties",
    data: homes(60, 31).map((home, index) => ({
      id: `O${70_000_000 + index}`, address: `${home.street}, ${home.town}`, postcode: `${home.outward} ${home.inward}`, price: home.price,
      bedrooms: home.bedrooms, sqf: home.feet, type: home.kind.words, type_standardised: home.kind.words, days_on_market: 3 + (index % 90),
      reduced_by: index % 4 === 0 ? 4.5 : null, sstc: 0, url: `https://propertydata.co.uk/outbound/otm/${70_000_000 + index}`,
      price_history: index % 4 === 0 ? [{ date: "2026-08-03", price: Math.round(home.price * 1.047) }, { date: "2026-10-20", price: home.price }] : [],
    })),
  });
}
