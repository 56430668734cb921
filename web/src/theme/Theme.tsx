import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { useState, type ReactNode } from 'react'
import { styleNonce } from './nonce'
import { schemeStorageKey } from './scheme'
import { createTheme } from './theme'

// No prefixes: the browsers that the build is for need but one, which the theme has (user-select in Safari).
const cache = createCache({ key: 'l', nonce: styleNonce(), prepend: true, stylisPlugins: [] })

/** Everything that is styled stands inside. */
export function Theme({ children }: { children: ReactNode }) {
  const [theme] = useState(createTheme)
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={schemeStorageKey}>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
