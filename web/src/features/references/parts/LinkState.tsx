import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { endOfLink } from '@/api/errors'
import { common } from '@/lib/messages'
import { color, type } from '@/theme/tokens'
import { DoneTile } from '@/ui/DoneTile'
import { EndedLink } from '@/ui/EndedLink'
import { LinkPage } from '@/ui/LinkPage'
import { form as texts } from '../messages'

/** The state of a link that leads to no form yet, or to none at all. */
interface LinkStateProps {
  token: string
  error: unknown
  /** The specification's text for a link that is not good. */
  invalidText: string
  onRetry: () => void
}

export function LinkState({ token, error, invalidText, onRetry }: LinkStateProps) {
  const end = endOfLink(error, token === '')
  const { invalid, invalidNext, closedText } = texts
  if (end !== undefined) return <EndedLink {...{ end, invalid, invalidText, invalidNext, closedText }} />
  if (error !== null) {
    return (
      <LinkPage title={texts.openFailed} lead={<span role="alert">{texts.openFailedText}</span>}>
        <div>
          <Button variant="contained" size="large" onClick={onRetry}>
            {common.retry}
          </Button>
        </div>
      </LinkPage>
    )
  }
  return <LinkPage title={texts.loading} lead={<span role="status">{texts.loadingText}</span>} />
}

const Title = styled('h2')(type.h2)
const List = styled('ol')({ ...type.body, display: 'flex', flexDirection: 'column', gap: 8, marginTop: 8, paddingLeft: 22, listStyle: 'decimal' })
const Note = styled('p')({ ...type.small, color: color.muted })

/** The form was given, now or before: nothing of it is told. */
export function Completed({ title, text, nextSteps }: { title: string; text: string; nextSteps: readonly string[] }) {
  return (
    <LinkPage title={title} above={<DoneTile />} lead={<span role="status">{text}</span>}>
      <div>
        <Title>{texts.whatNext}</Title>
        <List>
          {nextSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </List>
      </div>
      <Note>{texts.closePage}</Note>
    </LinkPage>
  )
}

/** Says that the referee declined. */
export function Declined() {
  return <LinkPage title={texts.declinedTitle} above={<DoneTile />} lead={<span role="status">{texts.declinedText}</span>} />
}
