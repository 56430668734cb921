import { styled } from '@mui/material/styles'
import { useFormContext, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { SaleBody } from '@/api/sales'
import type { Property } from '@/api/properties'
import { signedPercent, years } from '@/lib/format'
import { toneOf } from '@/lib/tone'
import { useDebounced } from '@/lib/useDebounced'
import { color, radius, type } from '@/theme/tokens'
import { Entry, Ledger } from '@/ui/Ledger'
import { useSalePreview } from '../property.queries'
import { saleBody, type SaleValues } from './form'
import { sale } from './messages'

const Box = styled('section')({ padding: '14px 16px', borderRadius: radius.tile, backgroundColor: color.sunken, border: `1px solid ${color.line}` })
const Title = styled('h3')({ ...type.h2, marginBottom: 6 })
const Note = styled('p')({ ...type.small, color: color.muted, marginTop: 8 })

/** Shows the figures of the sale, as the server computes them from what is typed. */
export function SaleFigures({ property }: { property: Property }) {
  const { control, getValues } = useFormContext<SaleValues>()
  const format = useFormatter()
  const values = { ...getValues(), ...useWatch({ control }) } as SaleValues
  // Notes have no figures.
  const body = saleBody({ ...values, notes: '' })
  const settled = JSON.parse(useDebounced(JSON.stringify(body), 300)) as SaleBody
  const { data, isFetching } = useSalePreview(property.id, settled)
  const amount = (text: string | null | undefined, write: (amount: string) => string) => (text ? write(text) : sale.unknown)
  return (
    <Box aria-label={sale.figures} aria-busy={isFetching} aria-live="polite">
      <Title>{sale.figures}</Title>
      <Ledger>
        <Entry label={sale.grossProfit}>{amount(data?.grossProfit, (text) => format.signedMoneyExact(text))}</Entry>
        <Entry label={sale.totalCosts}>{amount(data?.totalCosts, (text) => format.moneyExact(text))}</Entry>
        <Entry label={sale.totalInvestment}>{amount(data?.totalInvestment, (text) => format.moneyExact(text))}</Entry>
        <Entry label={sale.proceeds}>{amount(data?.proceeds, (text) => format.moneyExact(text))}</Entry>
        <Entry label={sale.netProfit} isTotal tone={toneOf(data?.netProfit ?? null)}>
          {amount(data?.netProfit, (text) => format.signedMoneyExact(text))}
        </Entry>
      </Ledger>
      <Ledger>
        <Entry label={sale.profitPercentage}>{known(data?.profitPercentage, (value) => signedPercent(value, 1))}</Entry>
        <Entry label={sale.holdingPeriod}>{known(data?.holdingPeriodYears, years)}</Entry>
        <Entry label={sale.annualizedReturn}>{known(data?.annualizedReturn, (value) => signedPercent(value, 1))}</Entry>
      </Ledger>
      <Note>{sale.rentNote}</Note>
    </Box>
  )
}

function known(value: number | null | undefined, write: (value: number) => string): string {
  return value === null || value === undefined ? sale.unknown : write(value)
}
