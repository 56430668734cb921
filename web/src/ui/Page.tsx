import { styled } from '@mui/material/styles'
import { use, type ReactNode } from 'react'
import { product } from '@/lib/messages'
import { color, media, type } from '@/theme/tokens'
import { HeadEnd } from './headEnd'
import { useCountedTitle } from './titleCount'
import { useHeadingFocus } from './useHeadingFocus'

const Head = styled('header')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-end',
  flexWrap: 'wrap',
  gap: '8px 16px',
  marginBottom: 24,
  // Beside a title alone, what can be done stands at its height.
  [media.mobile]: { marginBottom: 16, alignItems: 'center' },
})

const Heading = styled('h1')(type.h1)
const Subtitle = styled('p')({ ...type.body, color: color.muted, marginTop: 2 })

/** The actions of the page, and at their end what every page has. */
const Tools = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 10, marginLeft: 'auto' })

const Blocks = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 24,
  [media.mobile]: { gap: 16 },
})

/** The parts of a page. */
interface PageProps {
  title: string
  subtitle?: ReactNode
  /** The content at the right of the title. */
  aside?: ReactNode
  /** True on the start page, whose name the browser's title leaves out. */
  isStart?: boolean
  children: ReactNode
}

/** A screen within the frame: its title, which takes the focus after a navigation, and its blocks. */
export function Page({ title, subtitle, aside, isStart = false, children }: PageProps) {
  const heading = useHeadingFocus()
  const end = use(HeadEnd)
  const tab = useCountedTitle(isStart ? product.title : `${title} · ${product.title}`)
  return (
    <>
      <title>{tab}</title>
      <Head>
        <div>
          <Heading ref={heading} tabIndex={-1}>
            {title}
          </Heading>
          {subtitle !== undefined && <Subtitle>{subtitle}</Subtitle>}
        </div>
        {end === null ? (
          aside
        ) : (
          <Tools>
            {aside}
            {end}
          </Tools>
        )}
      </Head>
      <Blocks>{children}</Blocks>
    </>
  )
}
