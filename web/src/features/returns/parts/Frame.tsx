import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { product } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { media } from '@/theme/tokens'
import { BackLink, Overlay } from '@/ui/Overlay'
import { useCountedTitle } from '@/ui/titleCount'
import { useIsMobile } from '@/ui/useIsMobile'
import { returns } from '../messages'

const Blocks = styled('div')({ maxWidth: 1240, marginInline: 'auto', display: 'flex', flexDirection: 'column', gap: 24, [media.mobile]: { gap: 16, marginTop: 4 } })

/** The search that led here, with its filters. */
export function useSearchPath(): string {
  const { search } = useLocation()
  const filters = withList(new URLSearchParams(search), { analysis: '' }).toString()
  return filters === '' ? paths.propertySearch : `${paths.propertySearch}?${filters}`
}

interface FrameProps {
  /** The title in the browser's tab. */
  tab: string
  /** The id of the heading within. */
  labelledBy: string
  /** The actions at the top; on mobile screens the page places them itself. */
  actions?: ReactNode
  children: ReactNode
}

/** One listing has the screen to itself: on desktop over everything, on mobile screens within the frame. */
export function Frame({ tab, labelledBy, actions, children }: FrameProps) {
  const isMobile = useIsMobile()
  const title = useCountedTitle(`${tab} · ${product.title}`)
  const parent = { path: useSearchPath(), name: returns.back }
  if (!isMobile) {
    return (
      <Overlay tab={tab} labelledBy={labelledBy} parent={parent} actions={actions}>
        <Blocks>{children}</Blocks>
      </Overlay>
    )
  }
  return (
    <>
      <title>{title}</title>
      <BackLink to={parent} />
      <Blocks>{children}</Blocks>
    </>
  )
}
