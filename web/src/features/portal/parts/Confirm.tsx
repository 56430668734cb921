import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Check, House, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { userMessage } from '@/api/errors'
import { useConfirmTenancy, type PortalTenancy, type TenancyToConfirm } from '@/api/portal'
import { withList } from '@/lib/query'
import { type } from '@/theme/tokens'
import { InfoPanel } from '@/ui/InfoPanel'
import { Panel } from '@/ui/Panel'
import { portal as texts } from '../messages'
import { addressOf, Answers, HomeQuestion, landlordOf, Meanings, AnswerMeaning } from './HomeQuestion'
import { Row, Rows } from './Rows'

/** The time in which a No can be undone before it is sent, in milliseconds. */
export const undoFor = 10_000

/** Asks whether a home is the account's: before anything of it is shown, who lets it and where it is. */
export function Confirm({ asked, current }: { asked: TenancyToConfirm; /** Where the account lives already. */ current: PortalTenancy | undefined }) {
  const [query, setQuery] = useSearchParams()
  const [isDenied, setDenied] = useState(false)
  const { mutate, isPending, error } = useConfirmTenancy()
  const done = () => setQuery((before) => withList(before, { confirm: '', later: '' }), { replace: true })
  const answer = (mine: boolean) => mutate({ tenancyId: asked.tenancyId, mine }, { onSuccess: done })
  if (isDenied) return <Denied address={addressOf(asked)} onUndo={() => setDenied(false)} onDone={() => answer(false)} error={error} />
  return (
    <>
      <HomeQuestion home={asked} />
      {error !== null && <InfoPanel tone="danger" title={texts.answerFailed} text={userMessage(error, texts.tryAgain)} />}
      <Answers>
        <Button variant="contained" disabled={isPending} onClick={() => answer(true)}>
          {texts.yes}
        </Button>
        <Button variant="outlined" disabled={isPending} onClick={() => setDenied(true)}>
          {texts.no}
        </Button>
      </Answers>
      <Meanings>
        <AnswerMeaning icon={Check}>{texts.yesMeans(landlordOf(asked))}</AnswerMeaning>
        <AnswerMeaning icon={X}>{texts.noMeans}</AnswerMeaning>
        {current !== undefined && <AnswerMeaning icon={House}>{texts.currentStays(addressOf(current))}</AnswerMeaning>}
      </Meanings>
      <div>
        <Button component={Link} to={{ search: withList(query, { confirm: '', later: 'yes' }).toString() }} variant="text" sx={{ marginLeft: '-8px' }}>
          {texts.later}
        </Button>
      </div>
    </>
  )
}

interface DeniedProps {
  address: string
  onUndo: () => void
  onDone: () => void
  error: unknown
}

/** A No, which is sent once it can be undone no more. Whoever leaves the page before is asked again. */
function Denied({ address, onUndo, onDone, error }: DeniedProps) {
  const [isSent, setSent] = useState(false)
  const send = useEffectEvent(() => {
    setSent(true)
    onDone()
  })
  useEffect(() => {
    const timer = setTimeout(() => send(), undoFor)
    return () => clearTimeout(timer)
  }, [])
  return (
    <InfoPanel tone={error === null ? 'info' : 'danger'} title={texts.denied1} text={error === null ? texts.deniedFor(address) : userMessage(error, texts.tryAgain)}>
      <Answers style={{ marginTop: 8 }}>
        {(!isSent || error !== null) && <Button onClick={onUndo}>{texts.undo}</Button>}
        {error !== null && <Button onClick={onDone}>{texts.sendAgain}</Button>}
      </Answers>
    </InfoPanel>
  )
}

const Where = styled('span')({ ...type.body, minWidth: 0, overflowWrap: 'anywhere' })

/** The homes that wait for an answer. */
export function Waiting({ asked }: { asked: readonly TenancyToConfirm[] }) {
  const [query] = useSearchParams()
  if (asked.length === 0) return null
  return (
    <Panel title={texts.toConfirm}>
      <Rows>
        {asked.map((one) => (
          <Row key={one.tenancyId}>
            <Where>{addressOf(one)}</Where>
            <Button component={Link} to={{ search: withList(query, { confirm: String(one.tenancyId), later: '' }).toString() }} aria-label={texts.answerFor(addressOf(one))}>
              {texts.answer}
            </Button>
          </Row>
        ))}
      </Rows>
    </Panel>
  )
}
