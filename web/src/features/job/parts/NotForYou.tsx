import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import type { ContractorJob } from '@/api/jobs'
import { typographic } from '@/lib/format'
import { requestNumber } from '@/lib/maintenance'
import { color, type } from '@/theme/tokens'
import { dialled } from '@/lib/dialled'
import { job as texts } from '../messages'

const Note = styled('p')({ ...type.small, color: color.muted, '& a': { display: 'inline-block', paddingBlock: 4 } })

/** Says for whom the page is, and how somebody else who got the link tells the landlord: by mail, else by phone. */
export function NotForYou({ job }: { job: ContractorJob }) {
  const { landlord, contractorName, number, organisationName, work } = job
  const subject = texts.notForMe(requestNumber(number).replace('#', ''))
  const email = landlord?.email ?? null
  const phone = landlord?.phone ?? null
  const way = email === null ? phone && dialled(phone) : `mailto:${email}?subject=${encodeURIComponent(subject)}`
  return (
    <Note>
      {(work === null ? texts.footOff : texts.foot)(contractorName)} {way === null ? texts.tell(typographic(organisationName)) : <Link href={way}>{texts.tell(typographic(landlord?.name ?? organisationName))}</Link>}
    </Note>
  )
}
