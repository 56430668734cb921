import { styled } from '@mui/material/styles'
import type { User } from '@/api/account'
import { color, media } from '@/theme/tokens'
import { Wordmark } from '@/ui/Wordmark'
import { AccountFooter } from './AccountFooter'
import type { NavigationItem } from './navigation'
import { NavigationList } from './NavigationList'

const Box = styled('header')({
  position: 'sticky',
  top: 0,
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  boxSizing: 'border-box',
  width: 216,
  height: '100dvh',
  overflowY: 'auto',
  backgroundColor: color.surface,
  borderRight: `1px solid ${color.line}`,
  [media.widest]: { width: 240 },
})

const Top = styled('div')({ padding: '19px 20px 21px' })

/** The navigation of desktop screens. */
export function Sidebar({ items, user }: { items: readonly NavigationItem[]; user: User }) {
  return (
    <Box>
      <Top>
        <Wordmark />
      </Top>
      <NavigationList items={items} />
      <AccountFooter user={user} />
    </Box>
  )
}
