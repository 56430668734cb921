import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Link } from 'react-router'
import { isGiven } from '@/api/landlord'
import { useUser, Writers } from '@/api/session'
import { landlordDetails } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { landlord as texts } from '../landlord.messages'
import { landlordCard } from '../landlordCard'
import { useLandlord } from '../queries'

const Box = styled(Card)({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px 20px', padding: '14px 20px', [media.mobile]: { padding: '14px 16px' } })
const Words = styled('div')({ flex: '1 1 320px', minWidth: 0 })
const Title = styled('h2')({ ...type.h2 })
const Text = styled('p')({ ...type.body, color: color.muted, marginTop: 2 })
const Acts = styled('div')({ display: 'flex', gap: 10, [media.mobile]: { width: '100%', '& > *': { flex: 1 } } })

/** Asked until the landlord's details are given: whoever puts it off does so on this device; an agreement asks again. */
export function WhoIsLandlord() {
  return (
    <Writers>
      <Asked />
    </Writers>
  )
}

function Asked() {
  const { id, organisation } = useUser()
  const { data } = useLandlord()
  const [isLater, setLater] = useState(() => landlordCard.isLater(id, organisation?.id ?? 0))
  if (data === undefined || isGiven(data) || isLater) return null
  const later = () => {
    landlordCard.putOff(id, organisation?.id ?? 0)
    setLater(true)
  }
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
        <Button onClick={later}>{texts.later}</Button>
      </Acts>
    </Box>
  )
}
