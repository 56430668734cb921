import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { typographic } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { dialled } from '@/lib/dialled'
import { landlordContact as texts } from './landlordContact.messages'
import { Panel } from './Panel'

const Inside = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, padding: '16px 20px 18px', [media.mobile]: { paddingInline: 16 } })
const Name = styled('p')({ ...type.body, fontWeight: 600, overflowWrap: 'anywhere' })
const Ways = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(136px, 1fr))', gap: 10, maxWidth: 420 })
const Line = styled('p')({ ...type.body, color: color.muted, overflowWrap: 'anywhere' })

/** The ways to reach whoever lets a home; null where one is not given. */
export interface LandlordWays {
  name: string
  contactName: string | null
  phone: string | null
  email: string | null
  noticeAddress: string | null
}

interface LandlordContactProps {
  landlord: LandlordWays | null | undefined
  /** True if the reader is their tenant: referees and viewers are not. */
  isOwn?: boolean
  /** Further content, such as emergency numbers. */
  children?: ReactNode
}

/** Shows how to reach the landlord: name, telephone, mail, and where notices go; as the landlord chose it in the settings. */
export function LandlordContact({ landlord, isOwn = false, children }: LandlordContactProps) {
  if (landlord === null || landlord === undefined) return null
  const { name, contactName, phone, email, noticeAddress } = landlord
  const shown = contactName === null ? typographic(name) : `${contactName}, ${typographic(name)}`
  return (
    <Panel title={isOwn ? texts.title : texts.others}>
      <Inside>
        <Name>{shown}</Name>
        {(phone !== null || email !== null) && (
          <Ways>
            {phone !== null && (
              <Button component="a" href={dialled(phone)} variant="outlined" startIcon={<Phone size={16} strokeWidth={1.75} />}>
                {texts.call}
              </Button>
            )}
            {email !== null && (
              <Button component="a" href={`mailto:${email}`} variant="outlined" startIcon={<Mail size={16} strokeWidth={1.75} />}>
                {texts.write}
              </Button>
            )}
          </Ways>
        )}
        {(phone !== null || email !== null) && <Line>{[phone, email].filter((way) => way !== null).join(', ')}</Line>}
        {noticeAddress !== null && <Line>{texts.notices(noticeAddress.replace(/\s*\n\s*/g, ', '))}</Line>}
        {children}
      </Inside>
    </Panel>
  )
}
