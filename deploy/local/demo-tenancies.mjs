// Who lives in the demo's homes, who has lived there, and who applies, around the day on which the demo is made.
import { inDays } from "./demo-compliance.mjs";

/** A tenant account whose portal works: one of the tenants below. */
export const TENANT = { name: "Amara Diallo", email: "amara.diallo@example.org", role: "Tenant" };

const person = (name, phone) => ({ name, email: `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@example.org`, phone });

/** By property: who lives there now: the person, since how many days, the room of a shared house. Several of a home rent together. */
export const TENANTS = {
  "Ashmead House": [
    [person("Marcus Bell", "07700 900112"), 412, "1"],
    [person("Tomasz Nowak", "07700 900138"), 98, "3"],
    [person("Grace Obi", "07700 900151"), 530, "5"],
    [person("Leo Hartley", "07700 900164"), 61, "6"],
  ],
  "Corn Exchange Lofts": [[person("Sofia Marchetti", "07700 900177"), 290]],
  "Victoria Terrace": [
    [{ ...person(TENANT.name, "07700 900141"), email: TENANT.email }, 320],
    [person("Idris Diallo", "07700 900142"), 320],
  ],
  "Keelman’s Walk": [[person("Hannah Fairweather", "07700 900190"), 150]],
  "Linden Avenue": [[person("Oliver Achebe", "07700 900203"), 705], [person("Ruth Achebe", "07700 900204"), 705]],
  "Marlowe Court": [[person("Yusuf Karim", "07700 900216"), 44]],
  "Forest House": [
    [person("Ella Whitmore", "07700 900229"), 190, "1"],
    [person("Jamal Reid", "07700 900232"), 188, "2"],
    [person("Nia Pritchard", "07700 900245"), 75, "3"],
    [person("Callum Stewart", "07700 900258"), 410, "4"],
    [person("Mei Tanaka", "07700 900261"), 33, "5"],
  ],
  "Priory Gardens": [[person("Daniel Okoro", "07700 900274"), 512]],
  "Wharf Lane": [[person("Chloe Benton", "07700 900287"), 128]],
};

/** Who has left: the property, the person, since when and until when in days, the room. */
export const PREVIOUS = [
  ["Ashmead House", person("Rosa Lindqvist", "07700 900311"), 720, 40, "4"],
  ["The Old Bakery", person("Peter Sandford", "07700 900324"), 610, 22, undefined],
];

/** Who has given notice: the name, and in how many days they leave. */
export const LEAVING = ["Chloe Benton", 26];

const applicant = (name, phone, job, income, guarantor, days) => {
  const { email } = person(name);
  const other = person(guarantor);
  return {
    name, email, phone, address: "14 Chapel Street, Leeds LS2 7QB", employmentStatus: "full-time",
    employerName: job[1], employerPhone: "0113 496 0155", employerEmail: `people@${job[2]}.example`, position: job[0],
    monthlyIncome: income, guarantorName: guarantor, guarantorPhone: "07700 900733", guarantorEmail: other.email,
    guarantorRelationship: "parent", moveInDate: inDays(days), additionalNotes: "",
  };
};

/**
 * Applications in every state: the home, the room, the form, the status that it is brought to, the references that are given
 * (of guarantor and employer), the documents that are added; and of somebody who has moved in without an agreement, since how many days
 * they live there and how their right to rent was checked.
 */
export const APPLICATIONS = [
  {
    home: "The Old Bakery", status: "Submitted", references: [], documents: [],
    form: applicant("Freya Lomax", "07700 900411", ["Illustrator", "Harbour Press", "harbour-press"], "2450", "Alan Lomax", 19),
  },
  {
    home: "The Old Bakery", status: "Documents Required", references: ["employer"], documents: [],
    form: applicant("Kofi Mensah", "07700 900424", ["Nurse", "Royal Sussex Clinic", "royal-sussex"], "2800", "Esi Mensah", 12),
    requested: ["proofOfAddress", "bankStatements"],
  },
  {
    home: "The Old Bakery", status: "Reference Check", references: ["guarantor", "employer"], documents: ["passportOrId", "employmentProof"],
    form: applicant("Imogen Tate", "07700 900437", ["Engineer", "Downs Aerospace", "downs-aero"], "3150", "Philip Tate", 26),
  },
  {
    home: "Ashmead House", room: "4", status: "Background Check", references: ["guarantor"], documents: ["passportOrId"],
    form: applicant("Samuel Eze", "07700 900440", ["Chef", "The Lantern", "the-lantern"], "1900", "Ngozi Eze", 9),
  },
  {
    home: "Ashmead House", room: "4", status: "Rejected", references: [], documents: [],
    form: applicant("Callie Dunn", "07700 900453", ["Barista", "Quayside Coffee", "quayside"], "1350", "Moira Dunn", 9),
    reason: "The room has been offered to another applicant.",
  },
  {
    home: "The Old Bakery", status: "Approved", references: ["guarantor", "employer"], documents: ["passportOrId", "rightToRent", "bankStatements"],
    form: applicant("Jonah Weir", "07700 900466", ["Teacher", "Brighton Hill School", "brighton-hill"], "2950", "Margaret Weir", 16),
  },
  {
    home: "Ashmead House", room: "2", status: "Approved", references: ["guarantor", "employer"], documents: ["passportOrId", "rightToRent"],
    form: applicant("Priya Raman", "07700 900125", ["Data analyst", "Avon Analytics", "avon-analytics"], "2150", "Kavita Raman", 0),
    // The permission ends after the year for which a check holds, so it is to be checked again on its last day.
    since: 352, check: { method: "share-code", document: "eVisa, Skilled Worker", checkDate: inDays(-357), expireDate: inDays(12) },
  },
];
