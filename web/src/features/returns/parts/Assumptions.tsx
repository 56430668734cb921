import { styled } from '@mui/material/styles'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Analysis } from '@/api/analyses'
import { paths } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Field, FieldError, Hint } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Select } from '@/ui/form/Select'
import { Hidden } from '@/ui/Hidden'
import { Segments } from '@/ui/Segments'
import { inputs as texts, returns } from '../messages'
import { groups, sourceText, textOf, type Input } from '../model'
import type { Work } from '../useWorked'
import { UnitInput } from './UnitInput'

const Box = styled(Card)({ padding: '16px 20px 20px', display: 'flex', flexDirection: 'column', gap: 22, [media.mobile]: { padding: '14px 16px 18px', '& :is(input, select)': { scrollMarginTop: 180 } } })
const Top = styled('div')({ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', flexWrap: 'wrap', gap: '2px 12px' })
const Title = styled('h2')({ ...type.h2Large, scrollMarginTop: 24, [media.mobile]: { scrollMarginTop: 164 } })
const Kept = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Group = styled('section')({ display: 'flex', flexDirection: 'column', gap: 14 })
const Name = styled('h3')(type.h2)
const Fields = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '16px 12px', alignItems: 'end', '& > [data-wide]': { gridColumn: '1 / -1' } })
const Repaid = styled('div')({ display: 'grid', '& > [role=radiogroup] > label': { flex: 1 } })

/** What the figures are worked out from, each with where its proposal is from. */
export function Assumptions({ work, saved }: { work: Work; saved: Analysis | undefined }) {
  const id = useId()
  const title = useAnchor()
  const repaid = work.typed.mortgageType ?? work.analysis?.assumptions.mortgageType ?? 'Interest Only'
  const field = (input: Input) => <InputField key={input.name} input={input} work={work} />
  const [price, deposit, ...rest] = groups.buying
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
      <Part name={texts.buying}>
        {field(price)}
        {field(deposit)}
        <Buyer work={work} />
        {rest.map(field)}
      </Part>
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

function Part({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <Group aria-labelledby={id}>
      <Name id={id}>{name}</Name>
      <Fields>{children}</Fields>
    </Group>
  )
}

/** Where what stands in a field is from. */
function hintOf(name: string, isTyped: boolean, analysis: Analysis | undefined): string | undefined {
  if (isTyped) return texts.changed
  const source = analysis?.sources.find(({ field }) => field === name)?.source
  return source === undefined ? undefined : sourceText(source)
}

function InputField({ input: { name, unit }, work }: { input: Input; work: Work }) {
  const { currencySign } = useFormatter()
  const typed = work.typed[name]
  const value = typed ?? (work.analysis === undefined ? '' : textOf(name, work.analysis.assumptions))
  const set = (text: string | undefined) => work.onType({ [name]: text })
  const control = {
    value,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
    // What was emptied is the server's to propose again.
    onBlur: ({ target }: { target: { value: string } }) => {
      if (target.value.trim() === '') set(undefined)
    },
  }
  return (
    <Field label={texts.labels[name]} hint={hintOf(name, typed !== undefined, work.analysis)} error={work.mistakes[name]}>
      {(props) =>
        unit === undefined ? (
          <MoneyInput {...props} {...control} currencySign={currencySign} onTidy={(text) => typed !== undefined && set(text)} />
        ) : (
          <UnitInput {...props} {...control} unit={unit} />
        )
      }
    </Field>
  )
}

/** Who buys, which decides the tax. */
function Buyer({ work }: { work: Work }) {
  const value = work.typed.buyerType ?? work.analysis?.assumptions.buyerType ?? 'additional'
  return (
    <div data-wide>
      <Field label={texts.buyer} hint={hintOf('buyerType', work.typed.buyerType !== undefined, work.analysis)} error={work.mistakes.buyerType}>
        {(props) => (
          <Select {...props} value={value} onChange={({ target }) => work.onType({ buyerType: target.value as typeof value })}>
            {Object.entries(texts.buyers).map(([buyer, name]) => (
              <option key={buyer} value={buyer}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
