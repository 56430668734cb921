import { styled } from '@mui/material/styles'
import { useFormContext, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { percent } from '@/lib/format'
import { addForm } from '@/lib/messages'
import { color, radius, type } from '@/theme/tokens'
import { previewOf, type PropertyValues } from '../model'

const Box = styled('section')({ padding: '14px 16px', borderRadius: radius.tile, backgroundColor: color.sunken, border: `1px solid ${color.line}` })
const Title = styled('h3')({ ...type.h2, marginBottom: 10 })
const Figures = styled('dl')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 })
const Label = styled('dt')({ ...type.small, color: color.muted })
const Figure = styled('dd')({ ...type.h2Large, fontSize: 18 })
const Note = styled('p')({ ...type.small, color: color.muted, marginTop: 10 })

/** What the property would bring, while it is being typed. */
export function PreviewPanel({ hasFreeRent }: { hasFreeRent: boolean }) {
  const { control, getValues } = useFormContext<PropertyValues>()
  const format = useFormatter()
  const values = { ...getValues(), ...useWatch({ control }) } as PropertyValues
  const { monthlyProfit, annualYield } = previewOf(values, hasFreeRent)
  return (
    <Box aria-label={addForm.preview}>
      <Title>{addForm.preview}</Title>
      <Figures>
        <div>
          <Label>{addForm.previewProfit}</Label>
          <Figure sx={{ color: monthlyProfit < 0n ? color.danger : color.success }}>{format.signedMoneyExact(monthlyProfit)}</Figure>
        </div>
        <div>
          <Label>{addForm.previewYield}</Label>
          <Figure>{annualYield === null ? addForm.previewNoYield : percent(annualYield, 2)}</Figure>
        </div>
      </Figures>
      <Note>{addForm.previewNote}</Note>
    </Box>
  )
}
