import { styled } from '@mui/material/styles'
import { Check, CircleAlert, Hourglass } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { Application, Reference } from '@/api/applications'
import type { Formatter } from '@/lib/format'
import { applicationPath } from '@/lib/paths'
import { color, media, radius } from '@/theme/tokens'
import { applications as texts } from '../messages'
import { incomeMultiple, referenceWord } from '../model'

const Stretched = styled(Link)({
  color: 'inherit',
  fontWeight: 'inherit',
  // At least a thumb high, too, and no lower in the card for it.
  [media.mobile]: { display: 'inline-block', padding: '11px 0', margin: '-11px 0' },
  // The whole card is its target.
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.card },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
})

/** Returns the address of an application's details; the list behind them stays as it is. */
export function useDetailsAddress(id: number) {
  const { search } = useLocation()
  return { pathname: applicationPath(id), search }
}

/** The applicant's name, leading to the details from anywhere on the card or row. */
export function ApplicationLink({ application }: { application: Application }) {
  return <Stretched to={useDetailsAddress(application.id)}>{application.tenantName}</Stretched>
}

const inks = { good: color.success, warn: color.warning, plain: undefined }
const Word = styled('span')({ display: 'inline-flex', verticalAlign: 'top', alignItems: 'center', gap: 5, '& svg': { flex: 'none' } })

/** Shows the state of a reference: icon and word. */
export function ReferenceState({ reference }: { reference: Reference | null }) {
  const { word, tone, isOpen } = referenceWord(reference)
  const Icon = tone === 'good' ? Check : tone === 'warn' ? CircleAlert : Hourglass
  return (
    <Word sx={{ color: inks[tone], ...(tone === 'plain' && { fontWeight: 400, color: color.muted }) }}>
      {(tone !== 'plain' || isOpen) && <Icon size={14} strokeWidth={2} aria-hidden="true" />}
      {word}
    </Word>
  )
}

/** Twelve monthly incomes. */
export function incomeOf({ affordability }: Application, format: Formatter): string {
  const income = affordability?.annualIncome ?? null
  return income === null ? texts.notSaid : format.money(income)
}

/** Income against rent: a figure, and in words where it is below what is usual. */
export function Against({ application, isShort = false }: { application: Application; isShort?: boolean }) {
  const multiple = incomeMultiple(application)
  if (multiple === null) return texts.notSaid
  if (!multiple.isBelow) return texts.times(multiple.times)
  return (
    <span style={{ color: color.warning }}>
      {texts.times(multiple.times)}
      {!isShort && `, ${texts.below}`}
    </span>
  )
}
