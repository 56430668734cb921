import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { filters } from '@/lib/filters'
import { color, type } from '@/theme/tokens'
import { CloseButton, DialogFrame } from './dialogParts'

const Title = styled('h2')({ ...type.h2Large, flex: 1, alignSelf: 'center' })
const Fields = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16 })
const Found = styled('p')({ ...type.small, color: color.muted })

/** The fields of a FilterBar in a sheet at the foot of a phone's screen. They take effect at once. */
interface FilterSheetProps {
  title: string
  found: string | undefined
  /** Missing where nothing is restricted. */
  onClear: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

export function FilterSheet({ title, found, onClear, onClose, children }: FilterSheetProps) {
  const id = useId()
  return (
    <DialogFrame
      kind="sheet"
      labelledBy={id}
      onClose={onClose}
      head={
        <>
          <Title id={id}>{title}</Title>
          <CloseButton onClose={onClose} />
        </>
      }
      foot={
        <>
          {found !== undefined && <Found role="status">{found}</Found>}
          {onClear && <Button onClick={onClear}>{filters.clear}</Button>}
          <Button variant="contained" onClick={onClose}>
            {filters.done}
          </Button>
        </>
      }
    >
      <Fields>{children}</Fields>
    </DialogFrame>
  )
}
