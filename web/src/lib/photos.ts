/** The texts around photos that are looked at and chosen. */
export const photoTexts = {
  of: (number: number, all: number) => `photo ${number} of ${all}`,
  previous: 'Previous photo',
  next: 'Next photo',
  add: 'Add photos',
  hint: 'PNG, JPG or GIF, up to 10MB each',
  chosen: (number: number) => `Photo ${number}`,
  remove: (number: number) => `Remove photo ${number}`,
  tooLarge: 'File too large',
  tooLargeText: 'Please upload an image smaller than 10MB.',
  invalid: 'Invalid file type',
  invalidText: 'Please upload an image file.',
  tooMany: 'Too many photos',
  tooManyText: (most: number) => `At most ${most} photos can be added.`,
} as const

/** What a camera or a gallery is asked for. */
export const photoAccept = 'image/*'
