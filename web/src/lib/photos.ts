/** The texts around photos that are looked at and chosen. */
export const photoTexts = {
  of: (number: number, all: number) => `photo ${number} of ${all}`,
  previous: 'Previous photo',
  next: 'Next photo',
  add: 'Add photos',
  take: 'Take photo',
  library: 'From library',
  hint: 'Straight from your phone, several at once',
  chosen: (number: number) => `Photo ${number}`,
  remove: (number: number) => `Remove photo ${number}`,
  tooLarge: 'File too large',
  tooLargeText: 'Please upload an image smaller than 10MB.',
  invalid: 'Invalid file type',
  invalidText: 'Please upload an image file.',
  tooMany: 'Too many photos',
  tooManyText: (most: number) => `At most ${most} photos can be added.`,
  preparing: 'Making photos smaller',
  refused: (number: number) => (number === 1 ? 'One file can’t be read' : `${number} files can’t be read`),
  refusals: {
    empty: (name: string) => `${name} is empty. Choose it again, or another one.`,
    heic: (name: string) => `${name} is in the HEIC format, which this browser can’t open. On an iPhone, set Settings, Camera, Formats to Most Compatible and take it again, or send a screenshot of it.`,
    unreadable: (name: string) => `We can’t open ${name}. Take the photo again, or choose another one.`,
  },
} as const

/** The files that a camera or a gallery is asked for. */
export const photoAccept = 'image/*'
