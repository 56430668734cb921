import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { ChevronLeft } from 'lucide-react'
import { use, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { product } from '@/lib/messages'
import { color, media } from '@/theme/tokens'
import { HeadEnd } from './headEnd'
import { useCountedTitle } from './titleCount'
import { useOffersUndo } from './toast/useOffersUndo'

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
  // A phone that was turned while something was typed.
  [media.mobile]: { flexWrap: 'wrap', padding: '8px 16px' },
})
const Body = styled('div')({
  position: 'relative',
  flex: 1,
  overflowY: 'auto',
  padding: '36px 32px 48px',
  [media.mobile]: { padding: '20px 16px 32px' },
  scrollPaddingBlock: 24,
  backgroundColor: color.canvas,
  '&:focus-visible': { outlineOffset: -3 },
})
const Actions = styled('div')({ display: 'flex', gap: 10 })

/** The theme leaves room around dialogs. */
const wholeScreen = { '&&': { margin: 0, maxHeight: 'none' } }

/** The page that this one belongs to, and its name. */
export interface Parent {
  path: string
  name: string
}

/** The way back to where a page belongs. */
export function BackLink({ to }: { to: Parent }) {
  return (
    <Button component={Link} to={to.path} variant="text" startIcon={<ChevronLeft size={18} strokeWidth={1.75} />} sx={{ marginLeft: '-8px', color: color.ink }}>
      {to.name}
    </Button>
  )
}

/** A page over the whole screen, with a bar that leads back. */
interface OverlayProps {
  /** The title in the browser's tab, beside the product. */
  tab: string
  /** The id of the heading. */
  labelledBy: string
  parent: Parent
  /** The actions at the end of the bar. */
  actions?: ReactNode
  children: ReactNode
}

export function Overlay({ tab, labelledBy, parent, actions, children }: OverlayProps) {
  const navigate = useNavigate()
  const offersUndo = useOffersUndo()
  const title = useCountedTitle(`${tab} · ${product.title}`)
  return (
    <Dialog open fullScreen transitionDuration={0} disableEnforceFocus={offersUndo} onClose={() => void navigate(parent.path)} aria-labelledby={labelledBy} slotProps={{ paper: { sx: wholeScreen } }}>
      <title>{title}</title>
      <Bar>
        <BackLink to={parent} />
        <Actions>
          {actions}
          {use(HeadEnd)}
        </Actions>
      </Bar>
      {/* A region that scrolls takes the focus, for the keyboard's arrows. */}
      <Body tabIndex={0} role="group" aria-labelledby={labelledBy}>
        {children}
      </Body>
    </Dialog>
  )
}
