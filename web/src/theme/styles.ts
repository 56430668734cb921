import createCache from '@emotion/cache'
import { styleNonce } from './nonce'

/** The place where styles are written. No prefixes: the browsers that the build is for need but one, which the theme has (user-select in Safari). */
export const styles = createCache({ key: 'l', nonce: styleNonce(), prepend: true, stylisPlugins: [] })
