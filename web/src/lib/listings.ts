/** The texts of the watchlist and of a listing's picture, which several features share. */
export const watchlist = {
  /** The name of the heart: it is pressed where the listing is watched. */
  heart: (title: string) => `Watchlist: ${title}`,
  updated: 'Watchlist Updated',
  added: 'Added to your watchlist.',
  removed: 'Removed from your watchlist.',
  failed: 'Failed to update watchlist.',
} as const

/** An address of another site, where it is one that a link may lead to: the server lets only https through, and so do we. */
export const safeAddress = (url: string | null): string | undefined => {
  if (url === null) return undefined
  try {
    return new URL(url).protocol === 'https:' ? url : undefined
  } catch {
    return undefined
  }
}
