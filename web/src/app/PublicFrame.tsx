import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { media } from '@/theme/tokens'
import { Wordmark } from '@/ui/Wordmark'

const Box = styled('div')({ padding: '24px 40px', [media.mobile]: { padding: 16 } })
const Main = styled('main')({ maxWidth: 720, marginTop: 48 })

/** A plain frame for what is outside the shell and its navigation. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <Box>
      <header>
        <Wordmark />
      </header>
      <Main>{children}</Main>
    </Box>
  )
}
