import { styled } from '@mui/material/styles'
import { lazy, Suspense, type ReactNode } from 'react'
import { product } from '@/lib/messages'
import { color, media, type } from '@/theme/tokens'
import { useHeadingFocus } from '@/ui/useHeadingFocus'
import { Wordmark } from '@/ui/Wordmark'

// The houses at the foot are the last thing that anybody waits for.
const Street = lazy(async () => ({ default: (await import('@/ui/elevations/Street')).Street }))

const Box = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' })
const Top = styled('header')({ padding: '30px 40px 0', [media.mobile]: { padding: '16px 20px 0' } })

const Main = styled('main', { shouldForwardProp: (prop) => prop !== 'width' })<{ width: number }>(({ width }) => ({
  flex: 1,
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: width + 48,
  marginInline: 'auto',
  padding: '24px 24px 64px',
  [media.mobile]: { padding: '32px 20px 48px' },
}))

const Heading = styled('h1')({ ...type.h1Large, [media.mobile]: { fontSize: 26, lineHeight: '34px' }, '&:focus': { outline: 'none' } })
const Lead = styled('p')({ ...type.body, color: color.muted, marginTop: 4, overflowWrap: 'anywhere' })

/** A page of the signed-out: its heading, what it asks, and the street at the foot. */
interface AuthPageProps {
  title: string
  lead?: ReactNode
  /** The width of the column, in pixels. */
  width?: number
  /** Login stands at any address and keeps the plain title. */
  isStart?: boolean
  children?: ReactNode
}

export function AuthPage({ title, lead, width = 400, isStart = false, children }: AuthPageProps) {
  const heading = useHeadingFocus()
  return (
    <Box>
      <title>{isStart ? product.title : `${title} · ${product.title}`}</title>
      <Top>
        <Wordmark />
      </Top>
      <Main width={width}>
        <Heading ref={heading} tabIndex={-1}>
          {title}
        </Heading>
        {lead !== undefined && <Lead>{lead}</Lead>}
        <div style={{ marginTop: 28 }}>{children}</div>
      </Main>
      <Suspense>
        <Street />
      </Suspense>
    </Box>
  )
}

/** The fields of a form below each other. */
export const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 20 })

/** Two fields beside each other where there is room. */
export const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '20px 12px',
  alignItems: 'start',
  [media.mobile]: { gridTemplateColumns: '1fr' },
})

/** A line of small print. */
export const Note = styled('p')({ ...type.small, color: color.muted })
