import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { schemeStorageKey } from './scheme'
import { styles } from './styles'
import { theme } from './theme'

/** Everything that is styled stands inside; its variables are `applyVariables`. */
export function Theme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme()} defaultMode="system" modeStorageKey={schemeStorageKey} disableStyleSheetGeneration>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
