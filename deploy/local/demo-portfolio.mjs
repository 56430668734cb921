// A landlord and twelve properties that nobody owns. The figures agree with each other: 12 properties worth £3,339,000
// that bring £19,370 a month, £10,427 of it profit; ten of the twelve are let.

export const LANDLORD = { name: "Helen Okafor", email: "helen@okafor-lettings.example", role: "Landlord" };

/** Rooms of a shared house as the API takes them: rents by room number, and which of them are let. */
function rooms(rents, vacant = []) {
  return {
    hmoRooms: rents.length,
    hmoRoomRentals: Object.fromEntries(rents.map((rent, index) => [String(index + 1), `${rent}.00`])),
    hmoRoomOccupancy: rents.map((_, index) => (vacant.includes(index + 1) ? "Vacant" : "Occupied")),
  };
}

const running = (utilities, tvLicence, councilTax, water, cleaning) => ({
  hmoUtilities: utilities,
  hmoTvLicence: tvLicence,
  hmoCouncilTax: councilTax,
  hmoWater: water,
  hmoCleaningFees: cleaning,
});

const lease = (leaseYearsRemaining, serviceCharge, groundRent) => ({
  leaseYearsRemaining,
  leaseLastUpdated: "2026-04-06",
  serviceCharge,
  groundRent,
});

const mortgage = (mortgageType, company, reference, interestRate, borrowed, outstanding, monthly, fixedTermEndDate) => ({
  mortgageType,
  mortgageCompany: company,
  mortgageReference: reference,
  mortgageContact: "01632 960417",
  interestRate,
  amountBorrowed: borrowed,
  outstandingBalance: outstanding,
  monthlyMortgagePayment: monthly,
  fixedTermEndDate,
});
const interestOnly = (company, reference, rate, balance, monthly, ends) =>
  mortgage("Interest Only", company, reference, rate, balance, balance, monthly, ends);

const insurance = (company, reference, premium, renewal) => ({
  insuranceType: "Landlord buildings",
  insuranceCompany: company,
  insuranceReference: reference,
  insuranceAmount: premium,
  insuranceRenewalDate: renewal,
});

const SEVERN = "Severn & Wye Building Society";
const HALLAM = "Hallam Bank";
const ALDER = "Alder Mutual";
const KEYSTONE = "Keystone Insurance";

export const PROPERTIES = [
  {
    name: "Ashmead House", address: "212 Ashmead Road, Bristol", postcode: "BS6 7QD", propertyType: "HMO",
    bathrooms: 3, size: "168 m²", purchaseYear: 2017, purchasePrice: "374000", currentValue: "515000",
    // The second is let by an application.
    ...rooms([575, 590, 560, 610, 595, 580], [2, 4]),
    ...running("310.00", "13.25", "214.00", "68.00", "120.00"),
    ...interestOnly(SEVERN, "SW-40713882", "4.89", "280500.00", "1143.04", "2027-04-14"),
    ...insurance(ALDER, "AM-228104", "684.00", "2027-06-02"),
  },
  {
    name: "Corn Exchange Lofts", address: "Flat 4, 31 Assembly Row, Leeds", postcode: "LS2 7QB", propertyType: "Flat",
    bedrooms: 2, bathrooms: 1, size: "61 m²", monthlyRent: "1150.00", status: "Occupied",
    purchaseYear: 2019, purchasePrice: "168000", currentValue: "205000",
    ...lease(112, "118.00", "20.83"),
    ...interestOnly(HALLAM, "HB-7719230", "4.64", "118500.00", "458.20", "2028-01-31"),
    ...insurance(ALDER, "AM-228311", "216.00", "2027-03-18"),
  },
  {
    name: "Victoria Terrace", address: "47 Victoria Terrace, Sheffield", postcode: "S11 8QT", propertyType: "House",
    bedrooms: 3, bathrooms: 1, size: "84 m²", monthlyRent: "1095.00", status: "Occupied",
    purchaseYear: 2018, purchasePrice: "152500", currentValue: "212000",
    ...interestOnly(SEVERN, "SW-40799105", "4.52", "104100.00", "392.11", "2029-09-30"),
    ...insurance(KEYSTONE, "KI-551903", "225.00", "2027-08-21"),
  },
  {
    name: "Keelman’s Walk", address: "Apartment 19, 6 Keelman’s Walk, Newcastle", postcode: "NE1 3QF",
    propertyType: "Apartment", bedrooms: 2, bathrooms: 2, size: "70 m²", monthlyRent: "1250.00", status: "Occupied",
    purchaseYear: 2020, purchasePrice: "176000", currentValue: "218000",
    ...interestOnly(HALLAM, "HB-7721886", "4.79", "127000.00", "506.94", "2027-11-30"),
    ...insurance(ALDER, "AM-229840", "252.00", "2027-01-09"),
  },
  {
    name: "The Old Bakery", address: "3b Tidy Lane, Brighton", postcode: "BN1 4QX", propertyType: "Studio",
    bedrooms: 0, bathrooms: 1, size: "34 m²", monthlyRent: "925.00", status: "Vacant",
    purchaseYear: 2021, purchasePrice: "182000", currentValue: "228000",
    ...interestOnly(SEVERN, "SW-41120077", "4.95", "117000.00", "482.63", "2026-12-31"),
    ...insurance(KEYSTONE, "KI-552214", "195.00", "2027-02-14"),
  },
  {
    name: "Linden Avenue", address: "88 Linden Avenue, Manchester", postcode: "M21 9QJ", propertyType: "House",
    bedrooms: 4, bathrooms: 2, size: "118 m²", monthlyRent: "1475.00", status: "Occupied",
    purchaseYear: 2016, purchasePrice: "238000", currentValue: "325000",
    ...interestOnly(HALLAM, "HB-7708412", "4.52", "159200.00", "599.65", "2028-06-30"),
    ...insurance(ALDER, "AM-227655", "294.00", "2027-05-27"),
  },
  {
    name: "Marlowe Court", address: "12 Marlowe Court, Canterbury", postcode: "CT1 2QR", propertyType: "Flat",
    bedrooms: 1, bathrooms: 1, size: "47 m²", monthlyRent: "1050.00", status: "Occupied",
    purchaseYear: 2019, purchasePrice: "164950", currentValue: "199000",
    ...lease(86, "96.00", "12.50"),
    ...interestOnly(SEVERN, "SW-40930261", "4.74", "104400.00", "412.38", "2027-08-31"),
    ...insurance(KEYSTONE, "KI-552790", "204.00", "2027-10-05"),
  },
  {
    name: "Laura Mews", address: "9 Laura Mews, Bath", postcode: "BA2 4QH", propertyType: "Serviced Accommodation",
    bedrooms: 3, bathrooms: 2, size: "96 m²", monthlyRent: "2350.00", status: "Occupied",
    purchaseYear: 2022, purchasePrice: "312500", currentValue: "405000",
    ...mortgage("Repayment", HALLAM, "HB-7733904", "5.24", "172000.00", "157400.00", "1005.65", "2027-05-31"),
    ...insurance(ALDER, "AM-230118", "558.00", "2027-04-30"),
  },
  {
    name: "Forest House", address: "61 Forest Road East, Nottingham", postcode: "NG1 4QY", propertyType: "HMO",
    bathrooms: 2, size: "141 m²", purchaseYear: 2015, purchasePrice: "289000", currentValue: "372000",
    ...rooms([530, 515, 540, 505, 530]),
    ...running("268.00", "13.25", "196.00", "58.00", "95.00"),
    ...interestOnly(SEVERN, "SW-40411596", "5.09", "136000.00", "576.87", "2028-03-31"),
    ...insurance(ALDER, "AM-226902", "624.00", "2027-07-12"),
  },
  {
    name: "Mercer Row", address: "14 Mercer Row, Leeds", postcode: "LS1 6QN", propertyType: "Commercial",
    bedrooms: 0, bathrooms: 1, size: "73 m²", monthlyRent: "1195.00", status: "Available",
    purchaseYear: 2018, purchasePrice: "158000", currentValue: "182000",
    ...interestOnly(HALLAM, "HB-7716005", "6.35", "79700.00", "421.75", "2027-02-28"),
    ...insurance(KEYSTONE, "KI-553347", "372.00", "2027-09-16"),
  },
  {
    name: "Priory Gardens", address: "25 Priory Gardens, York", postcode: "YO1 7QW", propertyType: "House",
    bedrooms: 3, bathrooms: 2, size: "101 m²", monthlyRent: "1425.00", status: "Occupied",
    purchaseYear: 2014, purchasePrice: "196500", currentValue: "268000",
    ...mortgage("Repayment", SEVERN, "SW-40322718", "4.69", "147400.00", "81600.00", "496.05", "2029-02-28"),
    ...insurance(KEYSTONE, "KI-553871", "285.00", "2027-11-02"),
  },
  {
    name: "Wharf Lane", address: "Apartment 7, 40 Wharf Lane, Birmingham", postcode: "B1 2QP", propertyType: "Apartment",
    bedrooms: 2, bathrooms: 2, size: "68 m²", monthlyRent: "1325.00", status: "Occupied",
    purchaseYear: 2023, purchasePrice: "178500", currentValue: "210000",
    ...interestOnly(HALLAM, "HB-7740152", "4.84", "123600.00", "498.52", "2028-10-31"),
    ...insurance(ALDER, "AM-231067", "246.00", "2027-06-24"),
  },
];
