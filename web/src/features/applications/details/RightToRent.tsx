import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Application } from '@/api/applications'
import { userMessage } from '@/api/errors'
import { readRightToRent, type RightToRentCheck } from '@/api/moveIn'
import { Writers } from '@/api/session'
import { rightToRentMethods } from '@/lib/agreements'
import { Hidden } from '@/ui/Hidden'
import { showBlob, tabForLater } from '@/ui/openBlob'
import { toasts } from '@/ui/toast/toasts'
import { useRightToRent } from '../queries'
import { moveIn as texts } from './moveIn.messages'
import { Note, Rows, Section } from './Section'

const CheckDialog = lazy(async () => ({ default: (await import('./CheckDialog')).CheckDialog }))

const Name = styled('p')({ fontWeight: 580 })

/** The checks of everybody's right to rent, and the form for another one. */
export function RightToRent({ application }: { application: Application }) {
  const [isRecording, setRecording] = useState(false)
  const { data } = useRightToRent(application.id)
  if (data === undefined) return null
  const isEngland = !application.nation || application.nation === 'England'
  if (!isEngland && data.length === 0) {
    return (
      <Section title={texts.right}>
        <Note>{texts.rightElsewhere(application.nation ?? '')}</Note>
      </Section>
    )
  }
  return (
    <Section title={texts.right} aside={data.length === 0 ? texts.rightNotChecked : undefined}>
      {data.length > 0 && (
        <Rows>
          {data.map((check) => (
            <Row key={check.id} application={application} check={check} />
          ))}
        </Rows>
      )}
      <Note>{data.some(({ hasEvidence }) => hasEvidence) ? texts.encrypted : texts.rightNeeded}</Note>
      {application.withdrawnAt === null && (
        <Writers>
          <Button onClick={() => setRecording(true)} sx={{ marginTop: '10px' }}>
            {texts.record}
          </Button>
        </Writers>
      )}
      {isRecording && (
        <Suspense>
          <CheckDialog application={application} onClose={() => setRecording(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function Row({ application, check }: { application: Application; check: RightToRentCheck }) {
  const format = useFormatter()
  const name = check.name || application.tenantName
  const open = async () => {
    const tab = tabForLater()
    try {
      showBlob(await readRightToRent(application.id, check.id), check.document, tab)
    } catch (error) {
      tab?.close()
      toasts.failure(texts.openFailed, userMessage(error, texts.tryAgain))
    }
  }
  return (
    <li>
      <div>
        <Name>{name}</Name>
        <Note>{texts.checked(rightToRentMethods[check.method], format.date(check.checkDate), check.checker)}</Note>
        <Note>{texts.seen(check.document)}</Note>
        <Note>{check.expireDate === null ? texts.unlimited : texts.until(format.date(check.expireDate), format.date(check.followUpDate ?? check.expireDate))}</Note>
      </div>
      {check.hasEvidence && (
        <Button onClick={() => void open()}>
          {texts.open}
          <Hidden>, {name}</Hidden>
        </Button>
      )}
    </li>
  )
}
