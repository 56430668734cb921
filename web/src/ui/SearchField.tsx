import { styled } from '@mui/material/styles'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { color } from '@/theme/tokens'
import { Input } from './form/controls'

const debounce = 300

const Box = styled('div')({
  position: 'relative',
  '& > svg': { position: 'absolute', left: 11, top: 'calc(50% - 8px)', color: color.muted, pointerEvents: 'none' },
})

/** A search that lives in the address. */
interface SearchFieldProps {
  label: string
  placeholder: string
  /** The current search. */
  text: string
  onSearch: (search: string) => void
}

/** Searches when the typing pauses; a change of the address shows in the field. */
export function SearchField({ label, placeholder, text, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  if (text !== known) {
    setKnown(text)
    setTyped(text)
  }
  useEffect(() => {
    if (typed.trim() === text.trim()) return
    const timer = setTimeout(() => {
      setKnown(typed)
      onSearch(typed)
    }, debounce)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])
  return (
    <Box>
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={100}
        sx={{ paddingLeft: '34px', '&::-webkit-search-cancel-button': { display: 'none' } }}
      />
    </Box>
  )
}
