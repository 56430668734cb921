import { styled } from '@mui/material/styles'
import { useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { Analysis } from '@/api/analyses'
import { paths } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { FieldError, Hint } from '@/ui/form/Field'
import { Hidden } from '@/ui/Hidden'
import { Segments } from '@/ui/Segments'
import { inputs as texts, returns } from '../messages'
import { groups, type Input } from '../model'
import type { Work } from '../useWorked'
import { IncomeTaxInputs } from './IncomeTaxInputs'
import { InputField, Part } from './inputs'
import { PurchaseTaxInputs } from './PurchaseTaxInputs'

const Box = styled(Card)({ padding: '16px 20px 20px', display: 'flex', flexDirection: 'column', gap: 22, [media.mobile]: { padding: '14px 16px 18px', '& :is(input, select)': { scrollMarginTop: 180 } } })
const Top = styled('div')({ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', flexWrap: 'wrap', gap: '2px 12px' })
const Title = styled('h2')({ ...type.h2Large, scrollMarginTop: 24, [media.mobile]: { scrollMarginTop: 164 } })
const Kept = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Repaid = styled('div')({ display: 'grid', '& > [role=radiogroup] > label': { flex: 1 } })

/** Asks for the assumptions of the figures, each with the source of its proposal. */
export function Assumptions({ work, saved }: { work: Work; saved: Analysis | undefined }) {
  const id = useId()
  const title = useAnchor()
  const repaid = work.typed.mortgageType ?? work.analysis?.assumptions.mortgageType ?? 'Interest Only'
  const field = (input: Input) => <InputField key={input.name} input={input} work={work} />
  const [rate, term] = groups.mortgage
  const costs = groups.costs.filter((input: Input) => input.isRare !== true || (work.analysis?.assumptions.maintenance ?? null) !== null)
  return (
    <Box aria-labelledby={id}>
      <Top>
        <Title id={id} ref={title} tabIndex={-1}>
          {texts.title}
        </Title>
        <Kept>{saved === undefined ? <Link to={paths.analyses}>{returns.saved}</Link> : saved.name === null ? texts.kept : texts.keptAs(saved.name)}</Kept>
      </Top>
      <Part name={texts.buying}>{groups.buying.map(field)}</Part>
      <PurchaseTaxInputs work={work} />
      <Part name={texts.mortgage}>
        <Repaid data-wide>
          <Segments
            label={texts.repaid}
            value={repaid}
            options={{ 'Interest Only': texts.interestOnly, Repayment: texts.repayment }}
            onChange={(mortgageType) => work.onType({ mortgageType })}
          />
        </Repaid>
        {work.mistakes.mortgageType !== undefined && <FieldError id={`${id}-repaid`} text={work.mistakes.mortgageType} />}
        {field(rate)}
        {repaid === 'Repayment' && field(term)}
      </Part>
      <Part name={texts.rent}>{groups.rent.map(field)}</Part>
      <Part name={texts.costs}>{costs.map(field)}</Part>
      <Part name={texts.lender}>{groups.lender.map(field)}</Part>
      <IncomeTaxInputs work={work} />
      {work.analysis === undefined && <Hidden role="status">{returns.loadingTitle}</Hidden>}
      {saved !== undefined && (
        <Hint>
          <Link to={paths.analyses}>{returns.saved}</Link>
        </Hint>
      )}
    </Box>
  )
}

/** Analyse ROI leads here: the heading comes into view, and takes the focus. */
function useAnchor() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '#roi') return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [hash])
  return heading
}
