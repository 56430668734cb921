import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { MapPin } from 'lucide-react'
import type { Work } from '@/api/jobs'
import { unbroken } from '@/lib/format'
import { media } from '@/theme/tokens'
import { Entry, Ledger } from '@/ui/Ledger'
import { Panel } from '@/ui/Panel'
import { job as texts } from '../messages'

const Inside = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, padding: '8px 20px 18px', [media.mobile]: { paddingInline: 16 } })

/** Shows where the home is, and how to get in. */
export function Where({ work }: { work: Work }) {
  const { propertyAddress, propertyPostcode, roomNumber, access, hasKeyCode, keyCode } = work
  const address = `${propertyAddress} ${unbroken(propertyPostcode)}`
  const map = new URLSearchParams({ api: '1', query: `${propertyAddress}, ${propertyPostcode}` }).toString()
  return (
    <Panel title={texts.where}>
      <Inside>
        <Ledger>
          <Entry label={texts.home}>{roomNumber === null ? address : texts.room(address, roomNumber)}</Entry>
          {access !== null && (
            <Entry label={texts.gettingIn}>
              <span style={{ whiteSpace: 'pre-line' }}>{access}</span>
            </Entry>
          )}
          {hasKeyCode && <Entry label={texts.keyCode}>{keyCode ?? texts.onTheDay}</Entry>}
        </Ledger>
        <Button component="a" href={`https://www.google.com/maps/search/?${map}`} target="_blank" rel="noreferrer" startIcon={<MapPin size={18} strokeWidth={1.75} />}>
          {texts.maps}
        </Button>
      </Inside>
    </Panel>
  )
}
