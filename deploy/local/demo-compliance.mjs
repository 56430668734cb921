// Certificates in every state and inspections that are overdue, to come and done, around the day on which the demo is made.

const DAY = 24 * 60 * 60 * 1000;
const london = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London", dateStyle: "short" });

/** The date so many days from today, as a calendar in London has it. */
export const inDays = (days) => london.format(new Date(Date.now() + days * DAY));

/** By property: the type, and in how many days the certificate expires. */
export const CERTIFICATES = {
  "Ashmead House": [
    ["Gas Safety", 5, "Three appliances, all passed."],
    ["HMO Licence", 412, "Six lets, six households."],
    ["Fire Risk Assessment", 21, "Emergency lighting on the second landing to be looked at."],
    ["EICR", 1240, null],
    ["Smoke & CO Alarm", 164, "Nine smoke alarms, two carbon monoxide alarms."],
  ],
  "Corn Exchange Lofts": [["EICR", 702, null], ["EPC", 2310, "Band C."]],
  "Victoria Terrace": [["Gas Safety", -4, "Engineer has no keys; tenant to be in."], ["EPC", 1890, "Band D."], ["EICR", 28, null]],
  "Keelman’s Walk": [["EICR", 1466, null], ["EPC", 3105, "Band B."]],
  "The Old Bakery": [["EPC", -12, "Band E."], ["EICR", 96, null]],
  "Linden Avenue": [["Gas Safety", 14, null], ["EICR", 844, null], ["EPC", 1475, "Band C."]],
  "Marlowe Court": [["Gas Safety", 0, "Booked for this afternoon."], ["EPC", 640, "Band C."]],
  "Laura Mews": [["PAT", 7, "Forty-one appliances."], ["Legionella", 388, null], ["EPC", 2880, "Band C."]],
  "Forest House": [
    ["HMO Licence", 30, "The council takes eight weeks."],
    ["Gas Safety", 203, null],
    ["Fire Risk Assessment", 247, null],
    ["EICR", 1102, null],
  ],
  "Mercer Row": [["EPC", 2002, "Band C."], ["Other", 58, "Lift inspection, every six months."]],
  "Priory Gardens": [["Gas Safety", 118, null], ["EPC", 960, "Band D."]],
  "Wharf Lane": [["EICR", 1580, null], ["EPC", 2745, "Band B."]],
};

/** Certificates that have been renewed: the property, the type, when the old one expired, and when the new one was issued. */
export const RENEWED = [["Priory Gardens", "EICR", -40, -52]];

/** By property: inspections that are still to be done; in how many days, and when. */
export const PLANNED = {
  "Victoria Terrace": [-9, "10:00", "Second visit after the leak."],
  "Forest House": [-3, "14:00", "Quarterly visit to the shared rooms."],
  "Ashmead House": [2, "10:00", "Shared kitchen and bathrooms."],
  "Linden Avenue": [4, "11:30", null],
  "Keelman’s Walk": [9, "14:00", null],
  "Wharf Lane": [16, "15:30", "Concierge has the keys."],
  "Corn Exchange Lofts": [23, "10:00", null],
};

/** By property: inspections that were done; how many days ago, what they showed, and how many pictures show it. */
export const DONE = {
  "Marlowe Court": [
    38,
    "Mould in the corner of the bedroom, behind the wardrobe.\nExtractor in the bathroom does not start.",
    "Treat the wall, replace the extractor, move the wardrobe a hand away from the wall.",
    2,
  ],
  "Priory Gardens": [61, "Gutter at the back leaks at the joint.", "Roofer to reseal before winter.", 1],
  "Laura Mews": [90, null, null, 0],
};
