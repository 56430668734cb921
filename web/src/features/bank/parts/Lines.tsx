import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { BankLine, BankLineState } from '@/api/bank'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { common } from '@/lib/messages'
import { tenantPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { toasts } from '@/ui/toast/toasts'
import { bank as texts } from '../messages'
import { decisionOf, isDecided, keptDraft, type Draft } from '../model'
import { useDecide } from '../queries'
import { OpenLine } from './OpenLine'
import { Payment, Row } from './Payment'

const List = styled('ul')({ '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 12,
  padding: '12px 20px',
  borderTop: `1px solid ${color.line}`,
  [media.mobile]: { paddingInline: 16, '& > button': { flex: '1 1 100%' } },
})
const Quiet = styled('p')({ ...type.small, color: color.muted })
const Way = styled(Link)({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44 } })

/** Money that came: to decide, or how it was decided. */
export function Lines({ state, lines }: { state: BankLineState; lines: readonly BankLine[] }) {
  return state === 'open' ? <ToDecide lines={lines} /> : <Decided state={state} lines={lines} />
}

function ToDecide({ lines }: { lines: readonly BankLine[] }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(new Map())
  const [isChecked, setChecked] = useState(false)
  const { mutateAsync, isPending } = useDecide()
  const draft = (line: BankLine) => keptDraft(drafts.get(line.id), line)
  const ticked = lines.filter((line) => draft(line).isTicked)
  const confirm = () => {
    setChecked(true)
    const decisions = ticked.map((line) => decisionOf(line.id, draft(line))).filter((each) => each !== null)
    if (decisions.length < ticked.length) return
    // With the last payment the list is gone, and callbacks of `mutate` with it.
    mutateAsync(decisions).then(
      ({ received, ignored }) => {
        setChecked(false)
        // A payment that comes back, once its receipt is taken back, is proposed anew.
        setDrafts((before) => new Map([...before].filter(([id]) => decisions.every(({ lineId }) => lineId !== id))))
        toasts.success(texts.confirmed, texts.confirmedText(received, ignored))
      },
      (error: unknown) => toasts.failure(common.error, userMessage(error, texts.failed)),
    )
  }
  return (
    <Card aria-label={texts.lines}>
      <List aria-label={texts.lines}>
        {lines.map((line) => {
          const now = draft(line)
          return (
            <OpenLine
              key={line.id}
              line={line}
              draft={now}
              isMissing={isChecked && now.isTicked && !isDecided(now)}
              onChange={(changed) => setDrafts((before) => new Map(before).set(line.id, changed))}
            />
          )
        })}
      </List>
      <Writers>
        <Foot>
          {ticked.length === 0 && <Quiet id="nothing-ticked">{texts.nothingTicked}</Quiet>}
          <Button variant="contained" disabled={ticked.length === 0} aria-describedby={ticked.length === 0 ? 'nothing-ticked' : undefined} loading={isPending} onClick={confirm}>
            {texts.confirm(ticked.length)}
          </Button>
        </Foot>
      </Writers>
    </Card>
  )
}

function Decided({ state, lines }: { state: 'received' | 'ignored'; lines: readonly BankLine[] }) {
  const format = useFormatter()
  return (
    <Card aria-label={texts.lines}>
      <List aria-label={texts.lines}>
        {lines.map((line) => (
          <Row key={line.id}>
            <Payment line={line} />
            {line.tenantId !== null && (
              <Way to={tenantPath(line.tenantId)} aria-label={`${texts.openTenant}, ${texts.line(format.moneyExact(line.amount), format.date(line.date), line.payer ?? '')}`}>
                {texts.openTenant}
              </Way>
            )}
          </Row>
        ))}
      </List>
      {state === 'received' && (
        <Foot>
          <Quiet>{texts.undo}</Quiet>
        </Foot>
      )}
    </Card>
  )
}
