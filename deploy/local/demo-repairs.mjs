// The demo's viewings and maintenance of about a month, around the day on which the demo is made.

const viewer = (viewerName, viewerPhone) => ({
  viewerName,
  viewerEmail: `${viewerName.toLowerCase().replace(/[^a-z]+/g, ".")}@example.org`,
  viewerPhone,
});

/** Viewings: the home, the room, who comes, in how many days and when, the status that it is brought to, the notes. */
export const VIEWINGS = [
  ["The Old Bakery", undefined, viewer("Freya Lomax", "07700 900411"), 1, "10:00", "Confirmed", "Asked about the garden."],
  ["The Old Bakery", undefined, viewer("Noah Petrov", "07700 900512"), 1, "10:15", "Scheduled", null],
  ["The Old Bakery", undefined, viewer("Ines Duarte", "07700 900525"), 1, "11:30", "Scheduled", "Comes with her sister."],
  ["Ashmead House", "4", viewer("Samuel Eze", "07700 900440"), 2, "17:30", "Confirmed", null],
  ["Ashmead House", "4", viewer("Lottie Marsh", "07700 900538"), 2, "18:15", "Scheduled", "Works until five."],
  ["Wharf Lane", undefined, viewer("Adeel Shah", "07700 900541"), 5, "12:00", "Scheduled", "Free at the end of the month."],
  ["Wharf Lane", undefined, viewer("Bethan Rees", "07700 900554"), 6, "16:45", "Confirmed", null],
  ["Forest House", "3", viewer("Karolina Wojcik", "07700 900567"), 9, "09:30", "Scheduled", null],
  ["The Old Bakery", undefined, viewer("Imogen Tate", "07700 900437"), 1, "14:00", "Completed", "Liked the kitchen. Asked when it is free."],
  ["The Old Bakery", undefined, viewer("Jonah Weir", "07700 900466"), 1, "15:00", "Move-in Process Started", null],
  ["Ashmead House", "4", viewer("Callie Dunn", "07700 900453"), 3, "13:00", "Completed", "Looked at the shared kitchen as well."],
  ["Forest House", "3", viewer("Theo Grant", "07700 900570"), 4, "18:00", "Cancelled", "Found a flat nearer to work."],
];

/** Who repairs things. */
export const CONTRACTORS = [
  { name: "Aire Valley Heating", trade: "Gas engineer", phone: "0113 496 0101", email: "jobs@aire-valley.example", registration: "Gas Safe 512907", notes: "Answers at night." },
  { name: "Brightwater Plumbing", trade: "Plumber", phone: "0114 496 0118", email: "hello@brightwater.example", registration: null, notes: null },
  { name: "Lumen Electrical", trade: "Electrician", phone: "0121 496 0127", email: "office@lumen.example", registration: "NICEIC 604411", notes: null },
  { name: "Keystone Roofing", trade: "Roofer", phone: "01273 496013", email: null, registration: null, notes: "Two weeks ahead." },
];

/**
 * What is to be repaired: the home, the room, the request, what is done about it: the status that it is brought to, the contractor,
 * a visit (in how many days, from, to), costs (text, amount, days ago), comments, and whether there is a photo.
 */
export const REPAIRS = [
  {
    home: "Linden Avenue", title: "No hot water since yesterday", category: "Heating & hot water", priority: "High",
    description: "The boiler shows F28 and goes out after a minute. We have a small child.",
    contractor: "Aire Valley Heating", status: "In Progress", visit: [2, "09:00", "11:00"],
    comments: ["Thank you for letting us know. An engineer is booked for Friday morning; please run the heater in the bathroom until then."],
  },
  {
    home: "Corn Exchange Lofts", title: "Water under the kitchen sink", category: "Plumbing & leaks", priority: "High",
    description: "The trap drips into the cupboard. I have put a bowl under it and empty it twice a day.", photo: true,
    contractor: "Brightwater Plumbing", status: "Open", comments: [],
  },
  {
    home: "Ashmead House", room: "2", title: "Mould in the corner behind the bed", category: "Damp & mould", priority: "High",
    description: "A patch as large as two hands, back since it was painted over.", photo: true, status: "Open", comments: [],
  },
  {
    home: "Keelman’s Walk", title: "Bathroom extractor does not start", category: "Electrical", priority: "Medium",
    description: "The light works, the fan does not.", contractor: "Lumen Electrical", status: "In Progress", comments: [],
  },
  {
    home: "Marlowe Court", title: "Bedroom window does not close fully", category: "Doors, windows & locks", priority: "Medium",
    description: "There is a gap at the top that whistles at night.", status: "Open", comments: [],
  },
  {
    home: "Forest House", room: "3", title: "Fridge shelf is broken", category: "Appliances", priority: "Low",
    description: "The middle shelf of the second fridge.", status: "Open", comments: [],
  },
  {
    home: "Priory Gardens", title: "Gutter leaks at the back", category: "Roof & structure", priority: "Medium",
    description: "Water runs down the wall beside the kitchen window when it rains.", photo: true,
    contractor: "Keystone Roofing", status: "Completed", costs: [["Resealed two joints, replaced one bracket", "186.00", 6]], comments: [],
  },
  {
    home: "Wharf Lane", title: "Tap in the bathroom drips", category: "Plumbing & leaks", priority: "Low",
    description: "About once a second.", contractor: "Brightwater Plumbing", status: "Completed",
    costs: [["New cartridge", "24.60", 11], ["Call-out", "55.00", 11]], comments: [],
  },
  {
    home: "Ashmead House", title: "Hallway light flickers", category: "Communal areas", priority: "Medium",
    description: "On the first landing, mostly in the evening.", contractor: "Lumen Electrical", status: "Completed",
    costs: [["New fitting and an hour’s work", "92.40", 17]], comments: [],
  },
  {
    home: "Laura Mews", title: "Paint for the front door", category: "Garden & exterior", priority: "Low",
    description: "Would like to paint it dark blue.", status: "Cancelled", comments: [],
  },
];

/** What the tenant with an account reports from the portal. */
export const REPORTS = [
  {
    title: "Radiator in the living room stays cold", category: "Heating & hot water", priority: "Medium",
    description: "The others get hot. I have bled it and nothing came out.", photo: true,
  },
  { title: "Back gate does not lock", category: "Security", priority: "Medium", description: "The bolt no longer meets the post.", photo: false },
];

