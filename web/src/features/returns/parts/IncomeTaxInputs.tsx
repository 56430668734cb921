import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { color, type } from '@/theme/tokens'
import { FieldError, Hint } from '@/ui/form/Field'
import { Switch } from '@/ui/form/Switch'
import { inputs as texts } from '../messages'
import { groups, nationNames } from '../model'
import type { Work } from '../useWorked'
import { Choice, hintOf, InputField, Part } from './inputs'

const Row = styled('label')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 16, minHeight: 44, cursor: 'pointer' })
const Name = styled('span')({ ...type.body, fontWeight: 560, display: 'block' })
const Under = styled('span')({ ...type.small, display: 'block', color: color.muted })

/** Income tax of a person who lets: off until it is asked for, and never offered to a company. */
export function IncomeTaxInputs({ work }: { work: Work }) {
  const id = useId()
  const { typed, analysis, mistakes, onType } = work
  const found = analysis?.assumptions
  const isCompany = (typed.buyer ?? found?.buyer ?? 'person') !== 'person'
  const isOn = typed.countsIncomeTax ?? false
  const [other] = groups.incomeTax
  const isResidenceTyped = typed.taxResidence !== undefined
  if (isCompany) {
    return (
      <Part name={texts.incomeTax}>
        <Hint data-wide>{texts.companyTax}</Hint>
      </Part>
    )
  }
  return (
    <Part name={texts.incomeTax}>
      <div data-wide>
        <Row>
          <span>
            <Name id={`${id}-name`}>{texts.countIncomeTax}</Name>
            <Under id={`${id}-hint`}>{isOn ? texts.incomeTaxOn : texts.incomeTaxHint}</Under>
          </span>
          <Switch
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-hint`}
            checked={isOn}
            // Off is what the server proposes, and takes what belongs to it along.
            onChange={({ target }) => onType(target.checked ? { countsIncomeTax: true } : { countsIncomeTax: undefined, otherIncome: undefined, taxResidence: undefined })}
          />
        </Row>
        {mistakes.countsIncomeTax !== undefined && <FieldError id={`${id}-error`} text={mistakes.countsIncomeTax} />}
      </div>
      {isOn && (
        <>
          <div data-wide>
            <InputField input={other} work={work} hint={texts.otherIncomeHint} />
          </div>
          <div data-wide>
            <Choice
              label={texts.taxResidence}
              value={typed.taxResidence ?? found?.taxResidence ?? found?.nation ?? 'England'}
              options={nationNames}
              hint={hintOf('taxResidence', isResidenceTyped, analysis)}
              error={mistakes.taxResidence}
              onChoose={(taxResidence) => onType({ taxResidence })}
            />
          </div>
        </>
      )}
    </Part>
  )
}
