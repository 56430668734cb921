import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { Analysis } from '@/api/analyses'
import { percent } from '@/lib/format'
import { toneOf } from '@/lib/tone'
import { media } from '@/theme/tokens'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { useIsMobile } from '@/ui/useIsMobile'
import { figures } from '../messages'
import { incomeTaxOf } from '../model'

/** The place of the figures: on mobile screens it stays below the bar, so that one sees what a change does. */
const Place = styled('div')({
  [media.mobile]: {
    position: 'sticky',
    zIndex: 5,
    top: 56,
    marginInline: -8,
    // Two short rows, so that what is typed has room below them.
    '& > section > div': { padding: '7px 12px 8px' },
    '& > section > div > span': { margin: 0 },
    '& > section > div > :nth-of-type(2)': { fontSize: 18, lineHeight: '24px' },
  },
})

/** The four figures that one buys by. They are read out as they change. */
export function Strip({ analysis }: { analysis: Analysis | undefined }) {
  const format = useFormatter()
  const isMobile = useIsMobile()
  const found = analysis?.returns
  // With income tax counted the two figures are those after it.
  const after = analysis && incomeTaxOf(analysis)
  const shown = after ?? found
  const short = figures.stripMobile[after === undefined ? 'before' : 'after']
  const yearly = after === undefined ? figures.yearBefore : figures.yearAfter
  const note = (text: string) => (isMobile ? undefined : text)
  return (
    <Place>
      <StatStrip cells={4} aria-label={figures.strip} aria-live="polite">
        <Stat
          label={isMobile ? short.cashFlow : figures.stripCashFlow}
          value={shown && format.signedMoneyExact(shown.monthlyCashFlow)}
          figureTone={toneOf(shown?.monthlyCashFlow ?? null)}
          isSmall
          note={shown && note(yearly(format.signedMoneyExact(shown.annualCashFlow)))}
        />
        <Stat
          label={isMobile ? short.returnOnCash : figures.stripReturn}
          value={shown && percent(shown.returnOnCash, 2)}
          isSmall
          note={note(after === undefined ? figures.firstYearNote : figures.firstYearAfter)}
        />
        <Stat label={figures.netYield} value={found && percent(found.netYield, 2)} isSmall note={note(figures.beforeMortgage)} />
        <Stat label={figures.cashNeeded} value={found && format.money(found.cashInvested)} isSmall note={note(figures.depositAndCosts)} />
      </StatStrip>
    </Place>
  )
}
