import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { ChevronLeft } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { product } from '@/lib/messages'
import { color, type } from '@/theme/tokens'
import { Page } from './Page'
import { useCountedTitle } from './titleCount'
import { useIsMobile } from './useIsMobile'

const Bar = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 10,
  flex: 'none',
  minHeight: 64,
  boxSizing: 'border-box',
  padding: '8px 32px',
  backgroundColor: color.surface,
  borderBottom: `1px solid ${color.line}`,
})
const Body = styled('div')({
  position: 'relative',
  flex: 1,
  overflowY: 'auto',
  padding: '36px 32px 48px',
  scrollPaddingBlock: 24,
  backgroundColor: color.canvas,
  '&:focus-visible': { outlineOffset: -3 },
})
const Column = styled('div')({ maxWidth: 680, marginInline: 'auto', display: 'flex', flexDirection: 'column', gap: 20 })
const Title = styled('h1')({ ...type.h1 })
const Subtitle = styled('p')({ ...type.body, color: color.muted, marginTop: 2 })
const Actions = styled('div')({ display: 'flex', gap: 10 })

/** The theme leaves room around dialogs. */
const wholeScreen = { '&&': { margin: 0, maxHeight: 'none' } }

/** A page below another one, with a way back: on desktop over the whole screen, on mobile screens within the frame. */
interface SubPageProps {
  title: string
  subtitle: string
  /** Where it belongs, and what that is called. */
  parent: { path: string; name: string }
  /** What ends it, at the top; mobile screens have no room there, and their pages place it themselves. */
  actions?: ReactNode
  children: ReactNode
}

export function SubPage({ title, subtitle, parent, actions, children }: SubPageProps) {
  const isMobile = useIsMobile()
  const back = (
    <Button component={Link} to={parent.path} variant="text" startIcon={<ChevronLeft size={18} strokeWidth={1.75} />} sx={{ marginLeft: '-8px', color: color.ink }}>
      {parent.name}
    </Button>
  )
  if (isMobile) {
    return (
      <>
        {back}
        <Page title={title} subtitle={subtitle}>
          {children}
        </Page>
      </>
    )
  }
  return (
    <Overlay title={title} subtitle={subtitle} parent={parent} back={back} actions={actions}>
      {children}
    </Overlay>
  )
}

function Overlay({ title, subtitle, parent, back, actions, children }: SubPageProps & { back: ReactNode }) {
  const id = useId()
  const navigate = useNavigate()
  const tab = useCountedTitle(`${title} · ${product.title}`)
  return (
    <Dialog open fullScreen transitionDuration={0} onClose={() => void navigate(parent.path)} aria-labelledby={id} slotProps={{ paper: { sx: wholeScreen } }}>
      <title>{tab}</title>
      <Bar>
        {back}
        {actions !== undefined && <Actions>{actions}</Actions>}
      </Bar>
      {/* A region that scrolls takes the focus, for the keyboard's arrows. */}
      <Body tabIndex={0} role="group" aria-labelledby={id}>
        <Column>
          <header>
            <Title id={id}>{title}</Title>
            <Subtitle>{subtitle}</Subtitle>
          </header>
          {children}
        </Column>
      </Body>
    </Dialog>
  )
}
