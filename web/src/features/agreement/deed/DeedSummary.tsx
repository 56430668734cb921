import { styled } from '@mui/material/styles'
import type { Agreement, GuaranteeDeed, Signer } from '@/api/agreements'
import type { Formatter } from '@/lib/format'
import { together } from '@/lib/together'
import { media } from '@/theme/tokens'
import { Entry, Ledger } from '@/ui/Ledger'
import { Panel } from '@/ui/Panel'
import { deed as texts } from './messages'
import { isYearsRent, landlordOf } from './model'

const Box = styled('div')({ padding: '10px 20px 14px', [media.mobile]: { padding: '8px 16px 12px' } })

/** The parties of a deed and its sums. */
export function DeedSummary({ agreement, deed, signer, format }: { agreement: Agreement; deed: GuaranteeDeed; signer: Signer; format: Formatter }) {
  const { terms } = agreement
  const start = terms?.startDate ?? null
  const rent = terms?.monthlyRent ?? null
  return (
    <Panel title={texts.guarantee}>
      <Box>
        <Ledger>
          <Entry label={texts.guarantor} below={deed.guarantorAddress ?? undefined}>
            {signer.name}
          </Entry>
          <Entry label={texts.for}>{together(deed.tenantNames)}</Entry>
          <Entry label={texts.to} below={terms?.landlordAddress}>
            {landlordOf(agreement)}
          </Entry>
          {start !== null && <Entry label={texts.from}>{format.fullDate(start)}</Entry>}
          {rent !== null && <Entry label={texts.rent}>{texts.perMonth(format.moneyExact(rent))}</Entry>}
          {deed.highestAmount !== null && (
            <Entry label={texts.most} isTotal below={isYearsRent(deed, rent) ? texts.mostMonths : texts.mostStays}>
              {format.moneyExact(deed.highestAmount)}
            </Entry>
          )}
        </Ledger>
      </Box>
    </Panel>
  )
}
