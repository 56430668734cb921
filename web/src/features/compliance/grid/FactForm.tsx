import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { userMessage } from '@/api/errors'
import { common } from '@/lib/messages'
import { color, radius } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { toasts } from '@/ui/toast/toasts'
import { cell, facts } from './messages'
import { answerOf, isForMany, mostOf, type Fact } from './model'
import { useAnswer } from './queries'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 12, padding: 16, border: `1px solid ${color.lineStrong}`, borderRadius: radius.tile })

const choices: Partial<Record<Fact, Readonly<Record<string, string>>>> = {
  gas: { yes: cell.yes, no: cell.no },
  shared: { yes: cell.yes, no: cell.no },
  furnishing: cell.furnishings,
  licensingArea: cell.areas,
}

/** Asks for the fact that a duty depends on; of the other homes as well where it is not known. */
export function FactForm({ fact, propertyId, others, onDone }: { fact: Fact; propertyId: number; others: number; onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const [forOthers, setForOthers] = useState(false)
  const [mistake, setMistake] = useState<string>()
  const { mutate, isPending } = useAnswer()
  const options = choices[fact]
  const save = () => {
    const body = answerOf(fact, typed)
    if (body === null) {
      setMistake(options ? cell.answerRequired : cell.numberRequired(mostOf(fact)))
      return
    }
    mutate(
      { propertyId, body, forOthers },
      {
        onSuccess: (answered) => {
          toasts.success(cell.answered, cell.answeredText(answered))
          onDone()
        },
        onError: (error) => toasts.failure(common.error, userMessage(error, cell.failed)),
      },
    )
  }
  const change = (text: string) => {
    setTyped(text)
    setMistake(undefined)
  }
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        save()
      }}
    >
      <Field label={facts[fact].question} error={mistake}>
        {(control) =>
          options ? (
            <Select {...control} value={typed} onChange={({ target }) => change(target.value)}>
              <option value="">{cell.choose}</option>
              {Object.entries(options).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          ) : (
            <Input {...control} inputMode="numeric" value={typed} onChange={({ target }) => change(target.value)} sx={{ maxWidth: 120 }} />
          )
        }
      </Field>
      {isForMany(fact) && others > 0 && (
        <Check>
          <input type="checkbox" checked={forOthers} onChange={({ target }) => setForOthers(target.checked)} />
          {cell.alsoOthers(others)}
        </Check>
      )}
      <Button type="submit" variant="contained" loading={isPending} sx={{ alignSelf: 'flex-start' }}>
        {cell.save}
      </Button>
    </Form>
  )
}
