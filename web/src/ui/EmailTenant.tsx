import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { color, type } from '@/theme/tokens'
import { emailTenant as texts } from './emailTenant.messages'
import { Check } from './form/Check'
import { MailDialog, type ShownMail } from './MailDialog'

const Box = styled('div')({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start' })
const Reason = styled('p')({ ...type.small, color: color.muted, paddingLeft: 28, marginTop: -4 })
const See = styled('div')({ paddingLeft: 20 })

/** The mail that an act sends a tenant, as the server offers it. */
export interface OfferedMail {
  wanted: boolean
  requiredByLaw: boolean
  whyNot: 'no-address' | 'off-for-tenant' | 'off-for-kind' | 'old' | null
  offReason: string | null
  email: string | null
  mail: ShownMail
}

/** Returns whether the tick cannot be changed. */
const isFixed = ({ requiredByLaw, whyNot }: OfferedMail): boolean => requiredByLaw || whyNot === 'no-address' || whyNot === 'off-for-tenant'

/** Returns the field that is sent with an act: the choice; nothing where nobody chose, so that the organisation's switch decides. */
export const chosenEmail = (value: boolean | null) => (value === null ? {} : { emailTenant: value })

/** The same for an act that several tenants are told of. */
export const chosenEmails = (value: boolean | null) => (value === null ? {} : { emailTenants: value })

/** Returns whether an act sends the mail: as it was chosen, else as the server offers it. */
export const isEmailed = (offered: OfferedMail | undefined, value: boolean | null): boolean => offered !== undefined && (isFixed(offered) ? offered.wanted : (value ?? offered.wanted))

/** A mail to whichever tenants it is about: as the organisation's switch says; `mail` is its text. */
export const askedBySwitch = (wanted: boolean | undefined, mail: ShownMail | undefined): OfferedMail | undefined =>
  wanted === undefined || mail === undefined ? undefined : { wanted, requiredByLaw: false, whyNot: wanted ? null : 'off-for-kind', offReason: null, email: null, mail }

/** A mail that the law asks for, whoever gets it; `mail` is its text. */
export const askedByLaw = (mail: ShownMail | undefined): OfferedMail | undefined =>
  mail === undefined ? undefined : { wanted: true, requiredByLaw: true, whyNot: null, offReason: null, email: null, mail }

interface EmailTenantProps {
  /** The server's offer; undefined while it is not known. */
  offered: OfferedMail | undefined
  /** The choice; null until somebody chooses. */
  value: boolean | null
  onChange?: (value: boolean) => void
}

/** "Email the tenant", at every act that can send one: ticked as the organisation's switch says, with the real text. */
export function EmailTenant({ offered, value, onChange }: EmailTenantProps) {
  const id = useId()
  const [isSeen, setSeen] = useState(false)
  if (offered === undefined) return null
  const { email, mail, offReason, requiredByLaw, wanted, whyNot } = offered
  const fixed = isFixed(offered)
  const reason = requiredByLaw ? texts.law : whyNot === null ? undefined : texts.whyNot[whyNot](offReason ?? '')
  return (
    <Box>
      <Check>
        <input type="checkbox" checked={fixed ? wanted : (value ?? wanted)} disabled={fixed} aria-describedby={reason === undefined ? undefined : `${id}-reason`} onChange={({ target }) => onChange?.(target.checked)} />
        <span style={{ overflowWrap: 'anywhere' }}>{email === null ? texts.tick : texts.tickTo(email)}</span>
      </Check>
      {reason !== undefined && <Reason id={`${id}-reason`}>{reason}</Reason>}
      {whyNot !== 'no-address' && (
        <See>
          <Button variant="text" onClick={() => setSeen(true)}>
            {texts.see}
          </Button>
        </See>
      )}
      {isSeen && <MailDialog title={texts.title} mails={[mail]} onClose={() => setSeen(false)} />}
    </Box>
  )
}
