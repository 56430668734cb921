/** The size in which the server hands out a photo: for cards, or for thumbnails. */
export type PhotoSize = 'card' | 'thumb'

/** Returns where a photo is read in a size. */
export const photoUrl = (photo: string, size: PhotoSize): string => `${photo}?size=${size}`
