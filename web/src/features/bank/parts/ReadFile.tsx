import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { FileInput } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BankStatement, FileFields } from '@/api/bank'
import { isRefusal, userMessage } from '@/api/errors'
import { emptyFile } from '@/lib/emptyFile'
import { paths } from '@/lib/paths'
import { media } from '@/theme/tokens'
import { DropZone } from '@/ui/DropZone'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { ProgressBar } from '@/ui/ProgressBar'
import { useUpload } from '@/ui/useUpload'
import { heldFile } from '../heldFile'
import { bank as texts } from '../messages'
import { useBankAccounts, useReadFile } from '../queries'
import { AccountFields, accountChosen, noAccount, type AccountChoice } from './AccountFields'

const largest = 10 * 1024 * 1024
const accept = '.csv,.tsv,.txt,.xls,.xlsx,.ofx,.qfx,.qif,.sta,.mt940,.940,.xml,text/csv,application/xml,text/xml'

/** The result of a file. */
interface ReadResult {
  tone: 'success' | 'warning' | 'danger'
  title: string
  text: string
}

/** Returns the result of a file, in words. */
export function resultOf(read: BankStatement): ReadResult {
  const { fileName, lines, moneyOutLines, knownLines, knownMoneyOutLines, openLines, openMoneyOutLines, layoutName, proof, leftOut, wrongWay } = read
  const [all, known] = [lines + moneyOutLines, knownLines + knownMoneyOutLines]
  const more = [
    ...(leftOut.length > 0 ? [texts.leftOut(leftOut.length)] : []),
    ...(wrongWay > 0 ? [texts.wrongWay(wrongWay)] : []),
  ]
  if (all === known) return { tone: 'warning', title: texts.nothingNew(fileName), text: [texts.nothingNewText(all), ...more].join(' ') }
  const said = [
    texts.readText(lines, moneyOutLines, openLines + openMoneyOutLines),
    ...(known > 0 ? [texts.someKnown(known)] : []),
    ...(proof === null || texts.proofs[proof] === '' ? [] : [texts.proofs[proof]]),
    ...more,
  ]
  return { tone: wrongWay > 0 ? 'warning' : 'success', title: layoutName === null ? texts.read(fileName) : texts.readAs(fileName, layoutName), text: said.join(' ') }
}

/** Takes a bank's file and says what of it is new; a file of an unknown layout leads to the page that names its columns. */
export function ReadFile() {
  const navigate = useNavigate()
  const read = useReadFile()
  const fields = useRef<FileFields>({})
  const { share, start } = useUpload<BankStatement>((file, onProgress, signal) => read(file, fields.current, onProgress, signal))
  const [result, setResult] = useState<ReadResult>()
  const [asked, setAsked] = useState<File>()
  const take = async (file: File, beside: FileFields) => {
    fields.current = beside
    setResult(undefined)
    if (file.size === 0) {
      setResult({ tone: 'danger', title: emptyFile.title, text: emptyFile.text(file.name) })
      return
    }
    if (file.size > largest) {
      setResult({ tone: 'danger', title: texts.tooLarge, text: texts.tooLargeText })
      return
    }
    try {
      setResult(resultOf(await start(file)))
      setAsked(undefined)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      if (isRefusal(error, 'BANK_COLUMNS_NEEDED')) {
        heldFile.set(file)
        void navigate(paths.bankColumns)
      } else if (isRefusal(error, 'BANK_ACCOUNT_NEEDED')) setAsked(file)
      else setResult({ tone: 'danger', title: texts.unread, text: userMessage(error, texts.unreadText) })
    }
  }
  return (
    <>
      {share === null ? (
        <DropZone label={texts.file} text={texts.drop} textOver={texts.dropNow} button={texts.choose} icon={FileInput} accept={accept} onFiles={([file]) => file && void take(file, {})} />
      ) : (
        <ProgressBar label={share < 1 ? texts.uploading(Math.round(share * 100)) : texts.reading} share={share} />
      )}
      {asked !== undefined && share === null && <AskAccount onAnswer={(account) => void take(asked, account)} />}
      {result !== undefined && <Notice {...result} />}
    </>
  )
}

const Fields = styled('form')({ display: 'flex', flexDirection: 'column', gap: 12, padding: '14px 20px 18px', '& > button': { alignSelf: 'flex-start' }, [media.mobile]: { paddingInline: 16 } })

/** Asks of which account a file is that names none. */
function AskAccount({ onAnswer }: { onAnswer: (account: FileFields) => void }) {
  const { data: accounts = [] } = useBankAccounts()
  const [choice, setChoice] = useState<AccountChoice>(noAccount)
  const [isAsked, setAsked] = useState(false)
  const chosen = accountChosen(choice)
  return (
    <Panel title={texts.whichAccount}>
      <Fields
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (chosen !== null) onAnswer(chosen)
        }}
      >
        <p>{texts.whichAccountText}</p>
        <AccountFields accounts={accounts} choice={choice} error={isAsked && chosen === null ? texts.accountRequired : undefined} onChange={setChoice} />
        <Button type="submit" variant="contained">
          {texts.readNow}
        </Button>
      </Fields>
    </Panel>
  )
}
