import { createFormatter, defaultFormat } from './format'

/** How amounts and dates are written on pages that are reached by a link: whoever follows one has no settings. */
export const publicFormat = createFormatter(defaultFormat)
