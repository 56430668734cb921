import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { reference as texts } from '../messages'
import type { OwnPortal } from '../model'
import { addressOf } from './HomeQuestion'

const WriteDialog = lazy(async () => ({ default: (await import('./acts/WriteDialog')).WriteDialog }))

const Inside = styled('div')({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 12, padding: '14px 20px 18px', [media.mobile]: { paddingInline: 16, alignItems: 'stretch' } })
const Text = styled('p')({ ...type.body, color: color.muted })

/** Somebody who has left asks the landlord to confirm when they lived there and what they paid. */
export function Reference({ portal: { tenant } }: { portal: OwnPortal }) {
  const format = useFormatter()
  const [isAsking, setAsking] = useState(false)
  const { leaseStart, leaveDate, rentAmount, tenancyId } = tenant
  if (leaveDate === null) return null
  const proposed = texts.proposed(addressOf(tenant), format.longDate(leaseStart), format.longDate(leaveDate), format.rent(rentAmount))
  return (
    <Panel title={texts.title}>
      <Inside>
        <Text>{texts.text}</Text>
        <Button onClick={() => setAsking(true)} aria-haspopup="dialog">
          {texts.ask}
        </Button>
      </Inside>
      <Suspense>{isAsking && <WriteDialog tenancyId={tenancyId} title={texts.ask} intro={texts.intro} proposed={proposed} onClose={() => setAsking(false)} />}</Suspense>
    </Panel>
  )
}
