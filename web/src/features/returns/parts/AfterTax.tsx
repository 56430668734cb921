import { useFormatter } from '@/api/account'
import type { Analysis } from '@/api/analyses'
import { percent, typographic } from '@/lib/format'
import { toneOf } from '@/lib/tone'
import { Entry, Ledger } from '@/ui/Ledger'
import { figures as texts } from '../messages'
import { minus } from '../model'
import { Halves, Sheet } from './Ledgers'

/** Income tax of the letting and what is left after it, or why none is worked out; nothing unless it is counted. */
export function AfterTax({ analysis: { returns } }: { analysis: Analysis }) {
  const format = useFormatter()
  const tax = returns.incomeTax
  if (tax === null) return null
  if (tax.refusal !== null) return <Sheet title={texts.afterTitle}>{typographic(tax.refusal)}</Sheet>
  return (
    <Sheet title={texts.afterTitle} note={typographic(texts.rule(tax.rule ?? '', tax.source ?? ''))}>
      <Halves>
        <Ledger>
          <Entry label={texts.profit} below={texts.profitNote}>
            {format.moneyExact(tax.profit)}
          </Entry>
          <Entry label={texts.beforeCredit}>{format.moneyExact(tax.beforeCredit)}</Entry>
          <Entry label={texts.credit}>{format.moneyExact(minus(tax.credit))}</Entry>
          <Entry label={texts.incomeTax(tax.taxYear ?? '')} isTotal>
            {format.moneyExact(tax.tax)}
          </Entry>
        </Ledger>
        <Ledger>
          <Entry label={texts.cashFlowAfter}>{format.signedMoneyExact(tax.monthlyCashFlow)}</Entry>
          <Entry label={texts.returnAfter}>{percent(tax.returnOnCash, 2)}</Entry>
          <Entry label={texts.carriedForward} below={texts.carriedForwardNote}>
            {format.moneyExact(tax.carriedForward)}
          </Entry>
          <Entry label={texts.annualAfter} isTotal tone={toneOf(tax.annualCashFlow)}>
            {format.signedMoneyExact(tax.annualCashFlow)}
          </Entry>
        </Ledger>
      </Halves>
    </Sheet>
  )
}
