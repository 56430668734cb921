import ButtonBase from '@mui/material/ButtonBase'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { Ellipsis } from 'lucide-react'
import { useId, useState } from 'react'
import { color, media, radius, type } from '@/theme/tokens'

const Opener = styled(ButtonBase)({
  flex: 'none',
  width: 36,
  height: 36,
  borderRadius: radius.control,
  border: `1px solid ${color.line}`,
  color: color.muted,
  backgroundColor: color.surface,
  '&:hover, &[aria-expanded=true]': { backgroundColor: color.hover },
  [media.mobile]: { width: 44, height: 44 },
})
const itemStyle = {
  ...type.body,
  minHeight: 36,
  color: color.ink,
  '&:hover': { textDecoration: 'none', backgroundColor: color.hover },
  '&.Mui-focusVisible': { backgroundColor: color.hover, outline: `2px solid ${color.accent}`, outlineOffset: -3 },
  [media.mobile]: { minHeight: 46, fontSize: 16 },
}

/** Something rare that can be done with a row: a deed, or an address to open. */
export interface RowAct {
  name: string
  onSelect?: () => void
  href?: string
  /** True if it ends what the row shows. */
  isDanger?: boolean
}

/** Offers the rare acts on a row, behind a button of its own. */
export function RowMenu({ label, acts }: { /** The name of the button, for those who do not see its place. */ label: string; acts: readonly RowAct[] }) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isOpen = anchor !== null
  const choose = (act: RowAct) => {
    setAnchor(null)
    act.onSelect?.()
  }
  return (
    <>
      <Opener
        id={`${id}-opener`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
      </Opener>
      <Menu
        id={id}
        open={isOpen}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          list: { 'aria-labelledby': `${id}-opener` },
          paper: { sx: { marginTop: '4px', minWidth: 180, border: `1px solid ${color.line}`, borderRadius: `${radius.card}px`, backgroundColor: color.surface, boxShadow: `0 12px 32px -8px ${color.shadow}` } },
        }}
      >
        {acts.map((act) =>
          act.href === undefined ? (
            <MenuItem key={act.name} onClick={() => choose(act)} sx={act.isDanger ? { ...itemStyle, color: color.danger } : itemStyle}>
              {act.name}
            </MenuItem>
          ) : (
            <MenuItem key={act.name} component="a" href={act.href} target="_blank" rel="noopener" onClick={() => choose(act)} sx={itemStyle}>
              {act.name}
            </MenuItem>
          ),
        )}
      </Menu>
    </>
  )
}
