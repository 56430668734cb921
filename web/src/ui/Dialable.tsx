import { Fragment } from 'react'
import { dialled } from '@/lib/dialled'

/** A number that somebody may have to ring: the emergency services, or a line as it is written in this country. */
const number = /(\b(?:999|112|105)\b|\b0\d{2,4}(?: \d{3,4}){1,2}\b)/

/** A text whose phone numbers are dialled by a press. */
export function Dialable({ text }: { text: string }) {
  return text.split(number).map((part, index) => {
    if (!number.test(part)) return <Fragment key={index}>{part}</Fragment>
    return (
      <a key={index} href={dialled(part)}>
        {part}
      </a>
    )
  })
}
