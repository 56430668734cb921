import { styled } from '@mui/material/styles'
import { ChevronRight, type LucideIcon } from 'lucide-react'
import { color, media, type } from '@/theme/tokens'

/** Rows of a panel, one below the other. */
export const Acts = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })
/** One of them. */
export const ActItem = styled('li')({ '& + &': { borderTop: `1px solid ${color.line}` } })
const line = { display: 'flex', alignItems: 'center', gap: 12, width: '100%', boxSizing: 'border-box', minHeight: 56, padding: '8px 20px', textAlign: 'left', '& > svg': { flex: 'none', color: color.muted }, [media.mobile]: { paddingInline: 16 } } as const
/** One that does nothing. */
export const ActLine = styled('div')(line)
const Act = styled('button')({ ...line, border: 0, background: 'none', font: 'inherit', color: 'inherit', cursor: 'pointer', '&:hover': { backgroundColor: color.hover }, '&:focus-visible': { outlineOffset: -3 } })
/** A name with what stands below it. */
export const ActWords = styled('span')({ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 })
const Name = styled('span')({ ...type.body, fontWeight: 560, color: color.accent, overflowWrap: 'anywhere' })
/** The name of one that does nothing. */
export const PlainName = styled(Name)({ color: color.ink })
/** The hint below the name. */
export const ActHint = styled('span')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

interface ActRowProps {
  icon: LucideIcon
  name: string
  hint: string
  /** True if the hint says that something is late. */
  isLate?: boolean
  /** True if it acts at once, without a dialog. */
  isDirect?: boolean
  isBusy?: boolean
  onOpen: () => void
}

/** A row of a panel that opens a dialog, or does something at once. */
export function ActRow({ icon: Icon, name, hint, isLate = false, isDirect = false, isBusy = false, onOpen }: ActRowProps) {
  return (
    <ActItem>
      <Act type="button" onClick={onOpen} aria-haspopup={isDirect ? undefined : 'dialog'} disabled={isBusy} aria-busy={isBusy}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <ActWords>
          <Name>{name}</Name>
          <ActHint style={isLate ? { color: color.warning } : undefined}>{hint}</ActHint>
        </ActWords>
        {!isDirect && <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />}
      </Act>
    </ActItem>
  )
}
