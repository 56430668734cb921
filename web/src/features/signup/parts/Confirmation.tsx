import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { applicationNumber } from '@/lib/applications'
import { paths } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { DoneTile } from '@/ui/DoneTile'
import { LinkPage } from '@/ui/LinkPage'
import { signup as texts } from '../messages'

const Title = styled('h2')(type.h2Large)
const List = styled('ol')({ ...type.body, display: 'flex', flexDirection: 'column', gap: 8, marginTop: 8, paddingLeft: 22, listStyle: 'decimal' })
const Note = styled('p')({ ...type.small, color: color.muted })

/** An application that was submitted. */
export interface Submitted {
  id: number
  statusUrl: string
}

/** The one that an entry of the history keeps. */
export function submittedOf(state: unknown): Submitted | null {
  if (typeof state !== 'object' || state === null || !('submitted' in state)) return null
  return state.submitted as Submitted
}

/** Returns where the private link leads, within this page. */
function statusPath(url: string): string {
  const token = new URL(url, location.origin).searchParams.get('token') ?? ''
  return `${paths.tenantStatus}?token=${encodeURIComponent(token)}`
}

/** Step 5: the number, what happens next, and where to follow it. */
export function Confirmation({ submitted, organisation }: { submitted: Submitted; organisation: string }) {
  return (
    <LinkPage title={texts.submitted} above={<DoneTile />} lead={<span role="status">{texts.doneLead(applicationNumber(submitted.id))}</span>} whom={texts.whom(organisation)}>
      <div>
        <Title>{texts.whatNext}</Title>
        <List>
          {texts.nextSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </List>
      </div>
      <div>
        <Button component={Link} to={statusPath(submitted.statusUrl)} variant="contained" size="large">
          {texts.status}
        </Button>
      </div>
      <Note>{texts.keepLink}</Note>
    </LinkPage>
  )
}
