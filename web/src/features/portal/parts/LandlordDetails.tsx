import { styled } from '@mui/material/styles'
import type { Portal } from '@/api/portal'
import { typographic } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { dialled } from '@/lib/dialled'
import { LandlordContact } from '@/ui/LandlordContact'
import { Panel } from '@/ui/Panel'
import { portal as texts } from '../messages'
import { Way } from './columns'

const Emergencies = styled('p')({ ...type.body, color: color.muted })
const Inside = styled('div')({ ...type.body, padding: '18px 20px', color: color.muted, overflowWrap: 'anywhere', [media.mobile]: { paddingInline: 16 } })
/** The lines of its sentence stay where they are. */
const withinText = { marginBlock: -12 }

/** Shows who lets the home and how they are reached, and whom to ring in danger, where somebody lives there. */
export function LandlordDetails({ landlord, organisationName, gasNumber }: { landlord: Portal['landlord']; organisationName: string | null; gasNumber: string | undefined }) {
  const emergencies = gasNumber !== undefined && (
    <Emergencies>
      {texts.gas}{' '}
      <Way href={dialled(gasNumber)} style={withinText}>
        {gasNumber}
      </Way>{' '}
      {texts.gasFirst}
      <br />
      {texts.danger}{' '}
      <Way href={dialled('999')} style={withinText}>
        999
      </Way>
      .
    </Emergencies>
  )
  if (landlord !== null) return <LandlordContact isOwn landlord={landlord}>{emergencies}</LandlordContact>
  return (
    <Panel title={texts.contact}>
      <Inside>
        {organisationName !== null && <p>{texts.letBy(typographic(organisationName))}</p>}
        {emergencies}
      </Inside>
    </Panel>
  )
}
