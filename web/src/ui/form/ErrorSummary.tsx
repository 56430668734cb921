import { styled } from '@mui/material/styles'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { common } from '@/lib/messages'
import { color, radius, type } from '@/theme/tokens'

const Box = styled('div')({
  padding: '16px 18px',
  border: `2px solid ${color.danger}`,
  borderRadius: radius.tile,
  backgroundColor: color.surface,
  '&:focus-visible': { outline: 'none' },
})
const Title = styled('h2')({ ...type.h2, display: 'flex', gap: 8, alignItems: 'center', '& svg': { color: color.danger } })
const Item = styled('a')({ ...type.body, display: 'inline-block', paddingBlock: 4, color: color.danger, textDecoration: 'underline' })

/** A mistake and the name of the control it belongs to. */
export interface Mistake {
  name: string
  text: string
}

/**
 * All mistakes of a form in the words of their fields, once it was tried to send it. It takes the focus when `attempt` grows, and
 * its links lead to the controls, with their labels in view.
 */
export function ErrorSummary({ mistakes, attempt }: { mistakes: readonly Mistake[]; attempt: number }) {
  const box = useRef<HTMLDivElement>(null)
  const isShown = attempt > 0 && mistakes.length > 0
  // Once for each attempt: a mistake that comes back while somebody types must not take the field from under their hands.
  const focusedFor = useRef(0)
  useEffect(() => {
    if (!isShown || focusedFor.current === attempt) return
    focusedFor.current = attempt
    box.current?.focus()
  }, [attempt, isShown])
  if (!isShown) return null
  return (
    <Box ref={box} role="alert" tabIndex={-1}>
      <Title>
        <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
        {common.thereIsAProblem}
      </Title>
      <ul style={{ marginTop: 8 }}>
        {mistakes.map(({ name, text }) => (
          <li key={name}>
            <Item href={`#${name}`} onClick={(event) => goTo(event, name)}>
              {text}
            </Item>
          </li>
        ))}
      </ul>
    </Box>
  )
}

function goTo(event: MouseEvent, name: string): void {
  event.preventDefault()
  const control = document.getElementsByName(name)[0]
  const label = control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.labels?.[0] : undefined
  ;(label ?? control)?.scrollIntoView({ block: 'start' })
  control?.focus({ preventScroll: true })
}
