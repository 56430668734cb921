import { styled } from '@mui/material/styles'
import { useFormContext, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { nothing, percent } from '@/lib/format'
import { amountInk } from '@/ui/amountInk'
import { useDebounced } from '@/lib/useDebounced'
import { color, radius, type } from '@/theme/tokens'
import { addForm } from '../form.messages'
import type { Change } from '../edit/values'
import { figuresBody, type PropertyValues } from '../model'
import { useFigures } from '../property.queries'

const Box = styled('section')({ padding: '14px 16px', borderRadius: radius.tile, backgroundColor: color.sunken, border: `1px solid ${color.line}` })
const Title = styled('h3')({ ...type.h2, marginBottom: 10 })
const Figures = styled('dl')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 })
const Label = styled('dt')({ ...type.small, color: color.muted })
const Figure = styled('dd')({ ...type.h2Large, fontSize: 18 })
const Note = styled('p')({ ...type.small, color: color.muted, marginTop: 10 })

/** Shows the property's figures, as the server computes them while it is being typed. */
export function PreviewPanel({ hasFreeRent, note }: { hasFreeRent: boolean; note?: string }) {
  const { control, getValues } = useFormContext<PropertyValues>()
  const format = useFormatter()
  const values = { ...getValues(), ...useWatch({ control }) } as PropertyValues
  const settled = useDebounced(JSON.stringify(figuresBody(values, hasFreeRent)), 300)
  const { data, isFetching } = useFigures(JSON.parse(settled) as Change)
  return (
    <Box aria-label={addForm.preview} aria-busy={isFetching}>
      <Title>{addForm.preview}</Title>
      <Figures>
        <div>
          <Label>{addForm.previewProfit}</Label>
          <Figure sx={{ color: amountInk(data?.monthlyProfit) }}>{data ? format.signedMoneyExact(data.monthlyProfit) : nothing}</Figure>
        </div>
        <div>
          <Label>{addForm.previewYield}</Label>
          <Figure>{data ? (data.annualYield === null ? addForm.previewNoYield : percent(data.annualYield, 2)) : nothing}</Figure>
        </div>
      </Figures>
      {note !== undefined && <Note>{note}</Note>}
    </Box>
  )
}
