import { styled } from '@mui/material/styles'
import type { Work } from '@/api/jobs'
import { publicFormat } from '@/lib/publicFormat'
import { media, type } from '@/theme/tokens'
import { Entry, Ledger } from '@/ui/Ledger'
import { Panel } from '@/ui/Panel'
import { job as texts } from '../messages'
import { Files } from './Files'

const Inside = styled('div')({ display: 'flex', flexDirection: 'column', gap: 18, padding: '14px 20px 18px', [media.mobile]: { paddingInline: 16 } })
const Text = styled('p')({ ...type.body, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

/** Shows the contractor's report of the finished work, and asks for the invoice that may still come. */
export function Added({ token, work }: { token: string; work: Work }) {
  const { report, invoiceTotal, invoiceNumber } = work
  return (
    <Panel title={texts.yourReport}>
      <Inside>
        {report !== null && <Text>{report}</Text>}
        {(invoiceTotal !== null || invoiceNumber !== null) && (
          <Ledger>
            {invoiceTotal !== null && <Entry label={texts.total}>{publicFormat.moneyExact(invoiceTotal)}</Entry>}
            {invoiceNumber !== null && <Entry label={texts.number}>{invoiceNumber}</Entry>}
          </Ledger>
        )}
        <Files token={token} work={work} mayRemove={false} />
      </Inside>
    </Panel>
  )
}
