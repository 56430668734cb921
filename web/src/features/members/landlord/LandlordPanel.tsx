import Button from '@mui/material/Button'
import { useSearchParams } from 'react-router'
import { isGiven, nameLandlord, type Landlord } from '@/api/landlord'
import { shortCause } from '@/api/errors'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { LandlordDialog } from './LandlordDialog'
import { details as texts } from './messages'
import { useLandlord } from './queries'

function contactOf({ contactName, contactPhone, contactEmail }: Landlord): string {
  const given = [contactName, contactPhone, contactEmail].filter((part) => part !== null)
  if (given.length === 0) return texts.noContact
  return [texts.contact(given.join(', ')), ...(contactPhone === null ? [texts.noNumber] : [])].join('. ')
}

/** Shows the landlord, as agreements and statements name them; its dialog has an address, so that the dashboard and an agreement lead to it. */
export function LandlordPanel({ mayWrite }: { mayWrite: boolean }) {
  const { data, error, refetch } = useLandlord()
  const [query, setQuery] = useSearchParams()
  const isOpen = mayWrite && query.get('landlord') === 'details'
  const setOpen = (open: boolean) => setQuery(open ? { landlord: 'details' } : {}, { replace: true })
  if (data === undefined && error !== null) {
    return (
      <Panel title={texts.title}>
        <div style={{ padding: 16 }}>
          <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />
        </div>
      </Panel>
    )
  }
  const given = data !== undefined && isGiven(data)
  return (
    <Panel title={texts.title}>
      <SettingRow
        isWide
        label={data === undefined ? '' : given ? nameLandlord(data) : texts.none}
        hint={
          given ? (
            <>
              <p style={{ whiteSpace: 'pre-line' }}>{texts.notices(data.noticeAddress ?? '')}</p>
              <p>{contactOf(data)}</p>
            </>
          ) : (
            texts.noneHint
          )
        }
      >
        {mayWrite && (
          <Button disabled={data === undefined} variant={given ? undefined : 'contained'} onClick={() => setOpen(true)}>
            {given ? texts.edit : texts.add}
          </Button>
        )}
      </SettingRow>
      {isOpen && data !== undefined && <LandlordDialog landlord={data} onClose={() => setOpen(false)} />}
    </Panel>
  )
}
