import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { homeName } from '@/lib/applications'
import { unbroken } from '@/lib/format'
import { publicFormat } from '@/lib/publicFormat'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Elevation } from '@/ui/elevations/Elevation'
import { Hidden } from '@/ui/Hidden'
import { Steps } from '@/ui/Steps'
import { signup as texts } from '../messages'
import type { Answers, Homes } from '../model'

const Home = styled(Card)({ overflow: 'hidden', marginBottom: 16 })
const Picture = styled('div')({ height: 132 })
const Names = styled('div')({ padding: '12px 16px 14px', overflowWrap: 'anywhere' })
const Name = styled('p')({ ...type.h2 })
const Line = styled('p')({ ...type.small, color: color.muted })
const Facts = styled('dl')({
  '& > div': { ...type.body, display: 'flex', justifyContent: 'space-between', gap: 16, padding: '9px 16px', borderTop: `1px solid ${color.line}`, color: color.muted },
  '& dd b': { fontWeight: 600, color: color.ink },
})
const Box = styled(Card)({ padding: 16 })

/** The home that is applied for, and how far one is. */
export function Progress({ homes, values, step, onChange }: { homes: Homes; values: Answers; step: number; onChange: (step: number) => void }) {
  const home = homes.find(({ id }) => String(id) === values.propertyId)
  const room = home?.rooms.find(({ id }) => String(id) === values.roomId)
  const steps = texts.steps.map((name, index) => {
    const state = index + 1 < step ? ('done' as const) : index + 1 === step ? ('now' as const) : ('open' as const)
    const action = state === 'done' && (
      <Button variant="text" onClick={() => onChange(index + 1)} sx={{ minHeight: 28, paddingBlock: '2px' }}>
        {texts.change}
        <Hidden>: {name}</Hidden>
      </Button>
    )
    return { name, state, action }
  })
  return (
    <>
      {home !== undefined && (
        <Home as="div">
          <Picture>
            <Elevation type={home.propertyType} />
          </Picture>
          <Names>
            <Name>{homeName({ propertyName: home.name, roomNumber: room?.roomNumber ?? null })}</Name>
            <Line>
              {home.address} {unbroken(home.postcode)}
            </Line>
          </Names>
          <Facts>
            {(home.propertyType !== 'HMO' || room !== undefined) && (
              <div>
                <dt>{texts.rent}</dt>
                <dd>
                  <b>{publicFormat.rent(room?.monthlyRent ?? home.monthlyRent)}</b> {texts.perMonth}
                </dd>
              </div>
            )}
            <div>
              <dt>{texts.cost}</dt>
              <dd>
                <b>{texts.none}</b>
              </dd>
            </div>
          </Facts>
        </Home>
      )}
      <Box as="div">
        <Steps label={texts.stepsLabel} steps={steps} />
      </Box>
    </>
  )
}
