import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import type { Application, ApplicationAccess } from '@/api/applications'
import { stepsDone } from '@/lib/agreements'
import { tenantAgreementPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { MoveInSteps } from '@/ui/MoveInSteps'
import { Panel } from '@/ui/Panel'
import { status as texts } from '../messages'

const Body = styled('div')({ padding: '16px 20px', [media.mobile]: { padding: '14px 16px' } })
const Line = styled('p')({ ...type.small, color: color.muted })

/** The way into the home, for its applicant. */
export function MovingIn({ application, access }: { application: Application; access: ApplicationAccess }) {
  const { agreementState, steps } = application
  const isReadable = 'id' in access && (agreementState === 'issued' || agreementState === 'signed')
  return (
    <Panel title={texts.moveIn} aside={<Line>{texts.moveInOf(stepsDone(steps), steps.length)}</Line>}>
      <Body>
        <MoveInSteps label={texts.moveIn} steps={steps} actorName={(actor) => texts.actors[actor] ?? actor} />
        {isReadable && (
          <Button component={Link} to={tenantAgreementPath(access.id)} sx={{ marginTop: '14px' }}>
            {texts.readAgreement}
          </Button>
        )}
      </Body>
    </Panel>
  )
}
