import { createFormatter, defaultFormat } from './format'

/** The format of amounts and dates on pages that are reached by a link: whoever follows one has no settings. */
export const publicFormat = createFormatter(defaultFormat)
