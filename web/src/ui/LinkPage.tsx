import { styled } from '@mui/material/styles'
import { lazy, Suspense, type ReactNode } from 'react'
import { product } from '@/lib/messages'
import { color, media, type } from '@/theme/tokens'
import { LandlordContact, type LandlordWays } from './LandlordContact'
import { useHeadingFocus } from './useHeadingFocus'
import { Wordmark } from './Wordmark'

// The houses at the foot are the last thing that anybody waits for.
const Street = lazy(async () => ({ default: (await import('./elevations/Street')).Street }))

const Box = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' })
const Top = styled('header')({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  padding: '24px 40px 0',
  color: color.muted,
  [media.mobile]: { minHeight: 56, boxSizing: 'border-box', padding: '4px 16px', backgroundColor: color.surface, borderBottom: `1px solid ${color.line}` },
})
const Whom = styled('span')({ overflowWrap: 'anywhere', textAlign: 'right' })
const Columns = styled('div', { shouldForwardProp: (prop) => prop !== 'width' })<{ width: number }>(({ width }) => ({
  boxSizing: 'border-box',
  display: 'flex',
  justifyContent: 'center',
  gap: 76,
  width: '100%',
  maxWidth: width + 48 + 396,
  marginInline: 'auto',
  padding: '36px 24px 40px',
  '& > main': { flex: '0 1 auto', width, maxWidth: '100%', minWidth: 0 },
  [media.mobile]: { padding: '20px 16px 32px' },
}))
const Aside = styled('aside')({ display: 'none', flex: 'none', width: 320, [media.wide]: { display: 'block' } })
const Heading = styled('h1')({ ...type.h1Large, overflowWrap: 'anywhere', [media.mobile]: { fontSize: 24, lineHeight: '32px' }, '&:focus': { outline: 'none' } })
const Eyebrow = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Lead = styled('div')({ ...type.body, fontSize: 15, color: color.muted, marginTop: 4, overflowWrap: 'anywhere' })
const Blocks = styled('div')({ display: 'flex', flexDirection: 'column', gap: 24, marginTop: 28, [media.mobile]: { marginTop: 20, gap: 20 } })
/** The rest of the window: the street stands there if it has room. */
const Rest = styled('div')({
  flex: '1 1 0',
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  containerType: 'size',
  '& > *': { display: 'none', '@container (min-height: 200px)': { display: 'block' } },
})

/** A page that stands for itself, reached by a link: no navigation, one column, the street at the foot where there is room. */
interface LinkPageProps {
  title: string
  lead?: ReactNode
  /** The content above the title, such as how far one is. */
  above?: ReactNode
  /** A line above the title that belongs to it, such as its number. */
  eyebrow?: string
  /** The reader, at the end of the bar. */
  whom?: string | undefined
  /** The content at the right from 1024 pixels. */
  aside?: ReactNode
  /** The browser's title, where it says more than the page's. */
  tab?: string
  /** The width of the column, in pixels. */
  width?: number
  /** The person to ask: at the end of the page. */
  landlord?: LandlordWays | null | undefined
  children?: ReactNode
}

export function LinkPage({ title, lead, above, eyebrow, whom, aside, tab = title, width = 560, landlord, children }: LinkPageProps) {
  return (
    <Box>
      <title>{`${tab} · ${product.title}`}</title>
      <Top>
        <Wordmark />
        {whom !== undefined && <Whom>{whom}</Whom>}
      </Top>
      <Columns width={width}>
        <main>
          {above !== undefined && <div style={{ marginBottom: 24 }}>{above}</div>}
          {eyebrow !== undefined && <Eyebrow>{eyebrow}</Eyebrow>}
          {/* Another title is another page of the form: it takes the focus. */}
          <Title key={title} text={title} />
          {lead !== undefined && <Lead>{lead}</Lead>}
          <Blocks>
            {children}
            <LandlordContact landlord={landlord} />
          </Blocks>
        </main>
        {aside !== undefined && <Aside>{aside}</Aside>}
      </Columns>
      <Rest aria-hidden="true">
        <Suspense>
          <Street />
        </Suspense>
      </Rest>
    </Box>
  )
}

function Title({ text }: { text: string }) {
  const heading = useHeadingFocus()
  return (
    <Heading ref={heading} tabIndex={-1}>
      {text}
    </Heading>
  )
}
