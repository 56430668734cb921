import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, type } from '@/theme/tokens'
import { BackLink, Overlay, type Parent } from './Overlay'
import { Page } from './Page'
import { useIsMobile } from './useIsMobile'

const Column = styled('div')({ marginInline: 'auto', display: 'flex', flexDirection: 'column', gap: 20 })
const Title = styled('h1')({ ...type.h1 })
const Subtitle = styled('p')({ ...type.body, color: color.muted, marginTop: 2 })

/** A page below another one, with a way back: on desktop over the whole screen, on mobile screens within the frame. */
interface SubPageProps {
  title: string
  subtitle: string
  parent: Parent
  /** The actions at the top; mobile screens have no room there, and their pages place them themselves. */
  actions?: ReactNode
  /** The width of the column, in pixels. */
  width?: number
  children: ReactNode
}

export function SubPage({ title, subtitle, parent, actions, width = 680, children }: SubPageProps) {
  const isMobile = useIsMobile()
  const id = useId()
  if (isMobile) {
    return (
      <>
        <BackLink to={parent} />
        <Page title={title} subtitle={subtitle}>
          {children}
        </Page>
      </>
    )
  }
  return (
    <Overlay tab={title} labelledBy={id} parent={parent} actions={actions}>
      <Column sx={{ maxWidth: width }}>
        <header>
          <Title id={id}>{title}</Title>
          <Subtitle>{subtitle}</Subtitle>
        </header>
        {children}
      </Column>
    </Overlay>
  )
}
