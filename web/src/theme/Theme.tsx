import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { styleNonce } from './nonce'
import { schemeStorageKey } from './scheme'
import { theme } from './theme'

const cache = createCache({ key: 'l', nonce: styleNonce(), prepend: true })

/** Everything that is styled stands inside. */
export function Theme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={schemeStorageKey}>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
