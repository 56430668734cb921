import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { judgedReportQuery } from '@/api/maintenance'
import { londonDay } from '@/lib/civilDate'
import { clockText } from '@/lib/instant'
import { publicFormat } from '@/lib/publicFormat'
import { useDebounced } from '@/lib/useDebounced'
import { color, radius, type } from '@/theme/tokens'
import { Dialable } from '@/ui/Dialable'
import { InfoPanel } from '@/ui/InfoPanel'
import { PriorityBadge } from '@/ui/RequestBadges'
import { Segments } from '@/ui/Segments'
import { urgency as texts } from '../urgency.messages'
import { questionsOf, urgencyBody, type Question } from './urgency'
import type { ReportValues } from './values'

const Box = styled('section')({ display: 'flex', flexDirection: 'column', gap: 16, padding: 16, border: `1px solid ${color.line}`, borderRadius: radius.card, '& [role="radiogroup"] > label': { flex: 1 } })
const Title = styled('h3')({ ...type.h2, fontSize: 15 })
const Asked = styled('p')({ ...type.body, fontWeight: 560, marginBottom: 4 })
const Hint = styled('p')({ ...type.small, color: color.muted, marginBottom: 4 })
const Judged = styled('div')({ display: 'flex', gap: 12, alignItems: 'flex-start', paddingTop: 14, borderTop: `1px solid ${color.line}` })
const By = styled('p')({ ...type.body, fontWeight: 580 })
const Until = styled('p')({ ...type.small, color: color.muted })

/** The pause in typing before the words are judged, in milliseconds. */
const rest = 400

/** The questions that make a repair urgent, and by when somebody answers and fixes it. */
export function UrgencyFields({ propertyId }: { propertyId: number }) {
  const id = useId()
  const { control, setValue } = useFormContext<ReportValues>()
  const values = useWatch({ control }) as ReportValues
  const questions = questionsOf(values.category)
  if (questions.length === 0) return null
  const answerOf = (question: Question) => values[question]
  const startAgain = () => {
    for (const question of questions) setValue(question, '', { shouldDirty: true })
  }
  return (
    <Box aria-labelledby={id}>
      <Title id={id}>{texts.title}</Title>
      {questions.map((question) => (
        <div key={question}>
          <Asked>{texts.questions[question]}</Asked>
          {question === 'risk' && <Hint>{texts.riskHint}</Hint>}
          <Segments
            label={texts.questions[question]}
            // Nothing is chosen before it is answered.
            value={answerOf(question) as 'yes' | 'no'}
            options={{ yes: texts.yes, no: texts.no }}
            onChange={(answer) => setValue(question, answer, { shouldDirty: true })}
          />
        </div>
      ))}
      <Judgement propertyId={propertyId} values={values} onAgain={startAgain} />
    </Box>
  )
}

/** Says by when somebody answers and fixes it, as it is written and answered now; what to do at once comes first. */
function Judgement({ propertyId, values, onAgain }: { propertyId: number; values: ReportValues; onAgain: () => void }) {
  const [now] = useState(() => new Date())
  const { category, title, description } = values
  const asked = { propertyId, title: title.trim().slice(0, 100), description: description.trim(), ...urgencyBody(values) }
  const wanted = useDebounced(JSON.stringify(asked), rest)
  const isAnswered = questionsOf(category).some((question) => values[question] !== '')
  const { data } = useQuery({ ...judgedReportQuery({ category: category === '' ? 'Other' : category, ...(JSON.parse(wanted) as typeof asked) }), enabled: category !== '' && isAnswered })
  if (!isAnswered || data === undefined) return null
  const { priority, emergency, respondBy, fixBy, advice } = data
  return (
    <div role="status">
      {advice !== null && <InfoPanel tone="danger" title={texts.first} text={<Dialable text={advice} />} />}
      <Judged style={advice === null ? undefined : { borderTop: 0 }}>
        <PriorityBadge priority={priority} />
        <div>
          <By>{respondBy === null ? texts.planned : texts.hear(momentText(respondBy, now))}</By>
          <Until>
            {emergency && `${texts.emergency} `}
            {fixBy !== null && texts.repairBy(emergency ? momentText(fixBy, now) : publicFormat.fullDate(londonDay(new Date(fixBy))))}
          </Until>
          <Button variant="text" size="small" onClick={onAgain} sx={{ marginLeft: '-8px' }}>
            {texts.again}
          </Button>
        </div>
      </Judged>
    </div>
  )
}

/** `22:15 today`, or with its day; the end of a day is the day alone. */
function momentText(instant: string, now: Date): string {
  const at = new Date(instant)
  const day = londonDay(at)
  const time = clockText(at)
  if (time === '23:59') return day === londonDay(now) ? texts.endOfToday : publicFormat.fullDate(day)
  return day === londonDay(now) ? texts.today(time) : texts.on(time, publicFormat.fullDate(day))
}
