import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CalendarCheck } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import type { PortalTenancy } from '@/api/portal'
import { unbroken } from '@/lib/format'
import { withList } from '@/lib/query'
import { type } from '@/theme/tokens'
import { InfoPanel } from '@/ui/InfoPanel'
import { LeaseBadge } from '@/ui/LeaseBadge'
import { Panel } from '@/ui/Panel'
import { portal as texts } from '../messages'
import { DownloadButton } from './Download'
import { Row, Rows } from './Rows'

const Where = styled('span')({ ...type.body, display: 'flex', flexWrap: 'wrap', gap: '4px 8px', minWidth: 0, overflowWrap: 'anywhere' })

/** The homes of an account that has more than one, current ones first; one of them is shown. */
export function Homes({ tenancies, shown }: { tenancies: readonly PortalTenancy[]; shown: number }) {
  const [query] = useSearchParams()
  if (tenancies.length < 2) return null
  return (
    <Panel title={texts.homes}>
      <Rows>
        {tenancies.map(({ tenancyId, propertyName, propertyAddress, propertyPostcode, leaseStatus }) => (
          <Row key={tenancyId}>
            <Where>
              {propertyName}, {propertyAddress} {unbroken(propertyPostcode)} <LeaseBadge status={leaseStatus} />
            </Where>
            {tenancyId === shown ? (
              texts.shownBelow
            ) : (
              <Button component={Link} to={{ search: withList(query, { tenancy: String(tenancyId) }).toString() }} aria-label={texts.showHome(propertyName)}>
                {texts.show}
              </Button>
            )}
          </Row>
        ))}
      </Rows>
    </Panel>
  )
}

/** Says of a home that was left how long it can be read. */
export function Former({ tenancy: { tenancyId, leaveDate, accessEnd } }: { tenancy: PortalTenancy }) {
  const format = useFormatter()
  if (leaveDate === null || accessEnd === null) return null
  return (
    <InfoPanel tone="neutral" icon={CalendarCheck} title={texts.former(format.longDate(leaveDate))} text={texts.readUntil(format.longDate(accessEnd))}>
      <DownloadButton tenancyId={tenancyId} />
    </InfoPanel>
  )
}
