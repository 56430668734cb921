import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { type } from '@/theme/tokens'
import { returns as texts } from '../messages'

const Text = styled('p')({ ...type.body, whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 780 })

/** The number of letters shown without being asked for. */
const short = 260

/** Shows the source's description of a home: its beginning, and the rest when it is asked for. */
export function Description({ text }: { text: string }) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  if (text.length <= short) return <Text>{text}</Text>
  return (
    <div>
      <Text id={id}>{isWhole ? text : `${text.slice(0, text.lastIndexOf(' ', short))}…`}</Text>
      <Button variant="text" aria-expanded={isWhole} aria-controls={id} onClick={() => setWhole(!isWhole)} sx={{ marginLeft: '-8px' }}>
        {isWhole ? texts.readLess : texts.readAll}
      </Button>
    </div>
  )
}
