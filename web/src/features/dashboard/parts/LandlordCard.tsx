import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { landlordDetails } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { landlord as texts } from '../landlord.messages'

const Box = styled(Card)({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px 20px', padding: '14px 20px', [media.mobile]: { padding: '14px 16px' } })
const Words = styled('div')({ flex: '1 1 320px', minWidth: 0 })
const Title = styled('h2')({ ...type.h2 })
const Text = styled('p')({ ...type.body, color: color.muted, marginTop: 2 })
const Acts = styled('div')({ display: 'flex', gap: 10, [media.mobile]: { width: '100%', '& > *': { flex: 1 } } })

/** The question who the landlord is; `onLater` puts it off. */
export function LandlordCard({ onLater }: { onLater: () => void }) {
  return (
    <Box as="section" aria-labelledby="who-is-landlord">
      <Words>
        <Title id="who-is-landlord">{texts.title}</Title>
        <Text>{texts.text}</Text>
      </Words>
      <Acts>
        <Button component={Link} to={landlordDetails} variant="contained">
          {texts.add}
        </Button>
        <Button onClick={onLater}>{texts.later}</Button>
      </Acts>
    </Box>
  )
}
