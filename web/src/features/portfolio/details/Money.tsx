import { styled } from '@mui/material/styles'
import type { Property } from '@/api/properties'
import { percent } from '@/lib/format'
import { toneOf } from '@/lib/tone'
import { portfolio } from '../messages'
import { color, radius, type } from '@/theme/tokens'
import { amountInk } from '@/ui/amountInk'
import { Entry, Ledger } from '@/ui/Ledger'
import { details } from './messages'
import { Section } from './Section'
import { useAmounts } from './useAmounts'

const Projection = styled('p')({
  ...type.body,
  display: 'flex',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '0 16px',
  marginTop: 12,
  padding: '10px 12px',
  borderRadius: radius.control,
  '& > span': { fontWeight: 620 },
})

const grounds = { good: color.successSoft, bad: color.dangerSoft, plain: color.sunken }

/** HMO Operating Costs, per month. */
export function OperatingCosts({ property }: { property: Property }) {
  const { exact } = useAmounts()
  const costs = [
    [details.utilities, property.hmoUtilities],
    [details.tvLicence, property.hmoTvLicence],
    [details.councilTax, property.hmoCouncilTax],
    [details.water, property.hmoWater],
    [details.cleaning, property.hmoCleaningFees],
  ] as const
  return (
    <Section title={details.operatingCosts} note={details.perMonth}>
      <Ledger>
        {costs.map(([label, amount]) => (
          <Entry key={label} label={label}>
            {exact(amount ?? '0')}
          </Entry>
        ))}
        <Entry label={details.totalCosts} isTotal>
          {exact(property.runningCosts)}
        </Entry>
      </Ledger>
    </Section>
  )
}

/** Monthly Financial Breakdown of a shared house: from its rent to its profit, and what that is in a year. */
export function Breakdown({ property }: { property: Property }) {
  const { exact, lessExact, signed } = useAmounts()
  const { monthlyMortgagePayment, monthlyInsurance, annualProjection } = property
  return (
    <Section title={details.breakdown}>
      <Ledger>
        <Entry label={details.rent}>{exact(property.monthlyRent)}</Entry>
        <Entry label={details.costs}>{lessExact(property.runningCosts)}</Entry>
        <Entry label={details.mortgagePayment}>{lessExact(monthlyMortgagePayment ?? '0')}</Entry>
        <Entry label={details.insurance}>{lessExact(monthlyInsurance ?? '0')}</Entry>
        <Entry label={details.monthlyProfit} isTotal tone={toneOf(property.monthlyProfit)}>
          {signed(property.monthlyProfit)}
        </Entry>
      </Ledger>
      {annualProjection !== null && (
        <Projection sx={{ backgroundColor: grounds[toneOf(annualProjection)] }}>
          {details.projection} <span style={{ color: amountInk(annualProjection) }}>{signed(annualProjection)}</span>
        </Projection>
      )}
    </Section>
  )
}

/** Financial Overview: worth and return; where there is no breakdown, what it brings each month, too. */
export function FinancialOverview({ property }: { property: Property }) {
  const { brief, exact, signed, signedBrief, isNothing } = useAmounts()
  const { currentValue, purchasePrice, valueChange, annualYield, propertyType, serviceCharge, groundRent } = property
  return (
    <Section title={details.financial}>
      <Ledger>
        {currentValue !== null && <Entry label={details.currentValue}>{brief(currentValue)}</Entry>}
        {purchasePrice !== null && <Entry label={details.purchasePrice}>{brief(purchasePrice)}</Entry>}
        {valueChange !== null && (
          <Entry label={details.valueChange} tone={toneOf(valueChange)}>
            {signedBrief(valueChange)}
          </Entry>
        )}
        <Entry label={details.yield}>{annualYield === null ? portfolio.noYield : percent(annualYield, 2)}</Entry>
        {propertyType !== 'HMO' && (
          <>
            <Entry label={details.monthlyRent}>{exact(property.monthlyRent)}</Entry>
            {serviceCharge !== null && !isNothing(serviceCharge) && <Entry label={details.serviceCharge}>{exact(serviceCharge)}</Entry>}
            {groundRent !== null && !isNothing(groundRent) && <Entry label={details.groundRent}>{exact(groundRent)}</Entry>}
            <Entry label={details.monthlyProfit} isTotal tone={toneOf(property.monthlyProfit)}>
              {signed(property.monthlyProfit)}
            </Entry>
          </>
        )}
      </Ledger>
    </Section>
  )
}
