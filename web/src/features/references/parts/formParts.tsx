import { styled } from '@mui/material/styles'
import { useId, type ComponentProps, type ReactNode } from 'react'
import type { Schema } from '@/api/client'
import { publicFormat } from '@/lib/publicFormat'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Check } from '@/ui/form/Check'
import { FieldError } from '@/ui/form/Field'
import { Entry, Ledger } from '@/ui/Ledger'
import { form as texts } from '../messages'

const Box = styled(Card)({ padding: '6px 16px' })

/** The request: by whom, for which home. */
export interface RequestSummaryProps {
  /** The contact details of whoever lets the home, at the end of the page. */
  landlord?: Schema<'LandlordContact'> | undefined
  tenantName: string
  propertyAddress: string
  monthlyRent: string | null
  tenantEmail?: string | null
}

export function RequestSummary({ tenantName, propertyAddress, monthlyRent, tenantEmail }: RequestSummaryProps) {
  return (
    <Box as="div">
      <Ledger>
        <Entry label={texts.tenant}>{tenantName}</Entry>
        {tenantEmail && <Entry label={texts.tenantEmail}>{tenantEmail}</Entry>}
        <Entry label={texts.home}>{propertyAddress}</Entry>
        <Entry label={texts.rent}>
          {publicFormat.moneyExact(monthlyRent)} {texts.perMonth}
        </Entry>
      </Ledger>
    </Box>
  )
}

const Part = styled('section')({ display: 'flex', flexDirection: 'column', gap: 20 })
const Title = styled('h2')({ ...type.h2Large, marginTop: 8 })

/** A part of the form under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Part aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Part>
  )
}

const Points = styled('ul')({ ...type.body, display: 'flex', flexDirection: 'column', gap: 8, paddingLeft: 20, listStyle: 'disc' })
const Agreement = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6 })

/** The points that are agreed to, and the tick for them. */
interface AgreeProps {
  points: readonly string[]
  words: string
  error: string | undefined
  control: ComponentProps<'input'>
}

export function Agree({ points, words, error, control }: AgreeProps) {
  const id = useId()
  return (
    <>
      <Points>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </Points>
      <Agreement>
        {error !== undefined && <FieldError id={id} text={error} />}
        <Check>
          <input type="checkbox" {...control} aria-invalid={error === undefined ? undefined : true} aria-describedby={error === undefined ? undefined : id} />
          {words}
        </Check>
      </Agreement>
    </>
  )
}

/** The fields of a form below each other. */
export const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 24 })

/** The button that sends the form, and why it cannot be sent yet. */
export const Send = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 10,
  '& > p': { ...type.small, color: color.muted },
  [media.mobile]: { alignItems: 'stretch' },
})
