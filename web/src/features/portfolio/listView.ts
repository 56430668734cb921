/** The view of the portfolio on desktop screens; mobile screens have one only. */
export type ListView = 'grid' | 'list'

const key = 'lintel-portfolio-view'

/** The way that was chosen last in this browser. */
export const keptView = (): ListView => (localStorage.getItem(key) === 'list' ? 'list' : 'grid')

export const keepView = (view: ListView): void => localStorage.setItem(key, view)

/** Returns the number of properties in the window when the page comes: they are rendered, and their photos fetched, before the others. */
export const inView = (isMobile: boolean): number => (isMobile ? 3 : 6)

/** The number of properties that are simply put on the page; more need only be there when they come near the window. */
export const short = 60
