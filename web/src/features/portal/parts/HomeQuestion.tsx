import { styled } from '@mui/material/styles'
import type { LucideIcon } from 'lucide-react'
import type { Schema } from '@/api/client'
import { typographic, unbroken } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Entry, Ledger } from '@/ui/Ledger'
import { portal as texts } from '../messages'

const Place = styled('h2')({ ...type.h2, overflowWrap: 'anywhere' })
const Box = styled(Card)({ padding: 20, [media.mobile]: { padding: 16 } })
const Meaning = styled('li')({ ...type.body, display: 'flex', gap: 12, padding: '10px 0', overflowWrap: 'anywhere', '& > svg': { flexShrink: 0, marginTop: 2, color: color.muted }, '&:not(:last-of-type)': { borderBottom: `1px solid ${color.line}` } })

/** The buttons of an answer. */
export const Answers = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, [media.mobile]: { display: 'grid', gap: 16 } })

/** The list of what the answers mean. */
export const Meanings = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })

/** A home that an account is asked about: who lets it and where it is. */
type InvitedHome = Schema<'InvitedHome'>

/** Returns the address of a home, on one line. */
export const addressOf = ({ propertyAddress, propertyPostcode }: Pick<InvitedHome, 'propertyAddress' | 'propertyPostcode'>): string => `${propertyAddress} ${unbroken(propertyPostcode)}`

/** A name for whoever lets a home, within a sentence. */
export const landlordOf = ({ organisationName }: Pick<InvitedHome, 'organisationName'>): string => (organisationName === null ? texts.yourLandlord : typographic(organisationName))

/** The home that is asked about, and nothing of it but who lets it and where it is. */
export function HomeQuestion({ home }: { home: InvitedHome }) {
  return (
    <Box aria-label={texts.confirmTitle}>
      <Place>{addressOf(home)}</Place>
      <Ledger sx={{ marginTop: '12px' }}>
        <Entry label={texts.landlord}>{home.organisationName === null ? texts.landlordUnknown : typographic(home.organisationName)}</Entry>
      </Ledger>
    </Box>
  )
}

/** Explains the meaning of an answer. */
export function AnswerMeaning({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <Meaning>
      <Icon size={17} strokeWidth={1.75} aria-hidden />
      <span>{children}</span>
    </Meaning>
  )
}
