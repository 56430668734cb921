import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { BankFilePreview, BankLayout, BankStatement, FileFields } from '@/api/bank'
import { isRefusal, shortCause, userMessage } from '@/api/errors'
import { paths } from '@/lib/paths'
import { useDebounced } from '@/lib/useDebounced'
import { media } from '@/theme/tokens'
import { Obstacle } from '@/ui/dialogParts'
import { Hidden } from '@/ui/Hidden'
import { LoadFailed } from '@/ui/LoadFailed'
import { PlainDialog } from '@/ui/PlainDialog'
import { Skeleton } from '@/ui/Skeleton'
import { SubPage } from '@/ui/SubPage'
import { toasts } from '@/ui/toast/toasts'
import { useDiscard } from '@/ui/useDiscard'
import { useIsMobile } from '@/ui/useIsMobile'
import { useUpload } from '@/ui/useUpload'
import { heldFile } from '../heldFile'
import { bank, columns as texts } from '../messages'
import { accountChosen, noAccount } from '../parts/AccountFields'
import { resultOf } from '../parts/ReadFile'
import { usePreview, useReadFile } from '../queries'
import { checksOf, isWhole, nameOfFile, obstacleOf } from './model'
import { About } from './parts/About'
import { FirstLines } from './parts/FirstLines'
import { Preview } from './parts/Preview'
import { Unread } from './parts/Unread'
import type { FileChoices } from './choices'

/** /portfolio/bank/columns: the columns of a file that is not known. The file is in memory; without it there is nothing to name. */
export function Component() {
  const [file] = useState(heldFile.get)
  return file === null ? <Navigate to={paths.bank} replace /> : <Naming file={file} />
}

const fieldsOf = (layout: BankLayout | undefined, isLeftOut: boolean): FileFields => ({ ...(layout !== undefined && { layout }), ...(isLeftOut && { leaveOut: true }) })

function Naming({ file }: { file: File }) {
  const isMobile = useIsMobile()
  const navigate = useNavigate()
  const [choices, setChoices] = useState<FileChoices>(() => ({ layout: undefined, isLeftOut: false, account: noAccount, name: nameOfFile(file.name), isRemembered: true }))
  const [accountError, setAccountError] = useState<string>()
  const isDone = useRef(false)
  // The guessed columns stand chosen, so the file is read by them: the same choice cannot be made again.
  const [guess, setGuess] = useState<BankLayout>()
  const layout = useDebounced(choices.layout ?? guess, 300)
  const { data, error, refetch, isFetching } = usePreview(file, fieldsOf(layout, choices.isLeftOut))
  if (guess === undefined && data !== undefined && isWhole(data)) setGuess(data.layout)
  const read = useReadFile()
  const isWaiting = isFetching || layout !== (choices.layout ?? guess)
  const obstacle = data === undefined ? null : obstacleOf(data)
  const isNamed = !choices.isRemembered || choices.name.trim() !== ''
  const account = accountChosen(choices.account)
  const { share, start } = useUpload<BankStatement>((sent, onProgress, signal) =>
    read(sent, { ...fieldsOf(choices.layout ?? data?.layout, choices.isLeftOut), ...(choices.isRemembered && { layoutName: choices.name.trim() }), ...account }, onProgress, signal),
  )
  const change = (changes: Partial<FileChoices>) => {
    setChoices((before) => ({ ...before, ...changes }))
    if (changes.account !== undefined) setAccountError(undefined)
  }
  const { ask, guard } = useDiscard(() => !isDone.current && (choices.layout !== undefined || choices.isLeftOut), texts.discard)
  const leave = () => ask(() => void navigate(paths.bank))
  const send = async () => {
    try {
      const result = resultOf(await start(file))
      isDone.current = true
      heldFile.set(null)
      toasts.success(result.title, result.text)
      void navigate(paths.bank)
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') return
      if (isRefusal(failure, 'BANK_ACCOUNT_NEEDED')) setAccountError(bank.accountRequired)
      else toasts.failure(texts.failed, userMessage(failure, texts.failedText))
    }
  }
  const why = data === undefined ? texts.waiting : obstacle !== null ? texts.obstacles[obstacle] : isNamed ? undefined : texts.nameRequired
  const buttons = (
    <>
      {why !== undefined && (
        <Obstacle id="columns-obstacle" sx={{ alignSelf: 'center' }}>
          {why}
        </Obstacle>
      )}
      <Button onClick={leave}>{texts.cancel}</Button>
      <Button variant="contained" disabled={why !== undefined || isWaiting} aria-describedby={why === undefined ? undefined : 'columns-obstacle'} loading={share !== null} onClick={() => void send()}>
        {texts.read(data?.lines ?? 0)}
      </Button>
    </>
  )
  const subtitle = texts.subtitle(file.name, data?.lines ?? 0)
  const body = (
    <>
      {data === undefined && error === null && <Skeleton width="100%" height={320} />}
      {error !== null && <LoadFailed what={texts.preview} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {data !== undefined && <Named data={data} choices={choices} accountError={accountError} onChange={change} />}
      {guard}
    </>
  )
  if (isMobile) {
    return (
      <PlainDialog title={texts.title} subject={data === undefined ? undefined : subtitle} onClose={leave} foot={buttons}>
        {body}
      </PlainDialog>
    )
  }
  return (
    <SubPage title={texts.title} subtitle={data === undefined ? file.name : subtitle} parent={{ path: paths.bank, name: bank.title }} actions={buttons} width={1136}>
      {body}
    </SubPage>
  )
}

const Beside = styled('div')({
  display: 'grid',
  gap: 20,
  alignItems: 'start',
  marginBlock: 20,
  [media.desktop]: { marginBlock: 0 },
  [media.wide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
})

interface NamedProps {
  data: BankFilePreview
  choices: FileChoices
  accountError: string | undefined
  onChange: (changes: Partial<FileChoices>) => void
}

function Named({ data, choices, accountError, onChange }: NamedProps) {
  const layout = choices.layout ?? data.layout
  const checks = checksOf(data.preview)
  const addsUp = checks.length > 0 && checks.every((check) => check === true)
  const setLayout = (changed: BankLayout) => onChange({ layout: changed })
  return (
    <>
      <Hidden role="status">{texts.announced(data.lines, addsUp)}</Hidden>
      <FirstLines data={data} layout={layout} onChange={setLayout} />
      <Beside>
        <About data={data} layout={layout} onChange={setLayout} />
        <Unread data={data} choices={choices} accountError={accountError} onChange={onChange} />
      </Beside>
      <Preview data={data} checks={checks} />
    </>
  )
}
