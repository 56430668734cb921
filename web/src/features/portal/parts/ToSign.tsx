import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ownApplicationsQuery } from '@/api/applications'
import { waitsForApplicant } from '@/lib/agreements'
import { tenantAgreementPath } from '@/lib/paths'
import { InfoPanel } from '@/ui/InfoPanel'
import { portal as texts } from '../messages'

/** Says before the first day that an agreement waits for the tenant's signature. Without an answer nothing is said: the email says it, too. */
export function ToSign() {
  const { data } = useQuery(ownApplicationsQuery())
  const waiting = data?.filter(waitsForApplicant) ?? []
  return waiting.map(({ id, propertyName }) => (
    <InfoPanel key={id} tone="warning" title={texts.toSign} text={texts.toSignText(propertyName)}>
      <Button component={Link} to={tenantAgreementPath(id)} variant="contained" sx={{ marginTop: '10px' }}>
        {texts.readAndSign}
      </Button>
    </InfoPanel>
  ))
}
