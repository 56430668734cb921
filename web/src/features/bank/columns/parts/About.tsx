import { styled } from '@mui/material/styles'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BankFilePreview, BankLayout } from '@/api/bank'
import { color, media, type } from '@/theme/tokens'
import { Select } from '@/ui/form/Select'
import { Panel } from '@/ui/Panel'
import { columns as texts } from '../../messages'
import { tellingDay, withWord } from '../model'

const Row = styled('div')({
  ...type.body,
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr) minmax(0, 200px)',
  gap: '8px 12px',
  alignItems: 'start',
  padding: '14px 20px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  '& > svg': { marginTop: 1 },
  [media.mobile]: { gridTemplateColumns: '20px minmax(0, 1fr)', paddingInline: 16, '& > :nth-of-type(2)': { gridColumn: '2' } },
})
const Strong = styled('p')({ fontWeight: 580 })
const Quiet = styled('p')({ ...type.small, color: color.muted })
const Words = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8 })
const Word = styled('label')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 118px)', gap: 8, alignItems: 'center', '& > span': { overflowWrap: 'anywhere' } })

interface AboutProps {
  data: BankFilePreview
  layout: BankLayout
  onChange: (layout: BankLayout) => void
}

function Fact({ isOpen, title, text, children }: { /** True if it is still to be answered. */ isOpen: boolean; title: string; text: string; children?: ReactNode }) {
  return (
    <Row>
      {isOpen ? <TriangleAlert size={18} strokeWidth={1.75} color={color.warning} aria-hidden="true" /> : <CircleCheck size={18} strokeWidth={1.75} color={color.success} aria-hidden="true" />}
      <div>
        <Strong>{title}</Strong>
        <Quiet>{text}</Quiet>
      </div>
      {children !== undefined && <div>{children}</div>}
    </Row>
  )
}

/** Shows what the whole file says about its days and about which lines went out, and asks for the rest. */
export function About({ data, layout, onChange }: AboutProps) {
  const day = tellingDay(data)
  const isDayOpen = data.missing.includes('dayOrder')
  const isDirectionOpen = data.missing.includes('direction')
  const hasFlag = layout.columns.includes('flag') && data.flagWords.length > 0
  const hasAmount = layout.columns.includes('amount')
  const proof = data.proof
  return (
    <Panel title={texts.about}>
      {day !== null && (
        <Fact
          isOpen={isDayOpen}
          title={isDayOpen || layout.dayOrder === null ? texts.dayOrder : layout.dayOrder === 'dayFirst' ? texts.dayFirst(day) : texts.monthFirst(day)}
          text={isDayOpen ? texts.dayAsk : texts.dayAgrees}
        >
          <Select aria-label={texts.dayOrder} value={layout.dayOrder ?? ''} onChange={({ target }) => onChange({ ...layout, dayOrder: target.value === '' ? null : (target.value as 'dayFirst' | 'monthFirst') })}>
            <option value="">{texts.chooseDirection}</option>
            {(['dayFirst', 'monthFirst'] as const).map((order) => (
              <option key={order} value={order}>
                {texts.dayOrders[order]}
              </option>
            ))}
          </Select>
        </Fact>
      )}
      {(hasFlag || hasAmount || isDirectionOpen || proof !== null) && (
        <Fact isOpen={isDirectionOpen} title={texts.direction} text={isDirectionOpen || proof === null ? texts.directionAsk : texts.proofs[proof]}>
          {hasFlag ? (
            <Words>
              {data.flagWords.map((word) => (
                <Word key={word}>
                  <span>{texts.outWord(word)}</span>
                  <Select
                    aria-label={texts.outWord(word)}
                    value={layout.outWords.includes(word) ? 'out' : layout.outWords.length > 0 ? 'in' : ''}
                    onChange={({ target }) => onChange(withWord(layout, word, target.value === 'out'))}
                  >
                    {layout.outWords.length === 0 && <option value="">{texts.chooseDirection}</option>}
                    {(['in', 'out'] as const).map((way) => (
                      <option key={way} value={way}>
                        {texts.wordWays[way]}
                      </option>
                    ))}
                  </Select>
                </Word>
              ))}
            </Words>
          ) : (
            hasAmount && (
              <Select aria-label={texts.direction} value={layout.sign ?? ''} onChange={({ target }) => onChange({ ...layout, sign: target.value === '' ? null : (target.value as 'minusIsOut' | 'plusIsOut') })}>
                <option value="">{texts.chooseDirection}</option>
                {(['minusIsOut', 'plusIsOut'] as const).map((sign) => (
                  <option key={sign} value={sign}>
                    {texts.signs[sign]}
                  </option>
                ))}
              </Select>
            )
          )}
        </Fact>
      )}
    </Panel>
  )
}
