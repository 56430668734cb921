import { FileInput } from 'lucide-react'
import { useState } from 'react'
import type { BankStatement } from '@/api/bank'
import { userMessage } from '@/api/errors'
import { DropZone } from '@/ui/DropZone'
import { Notice } from '@/ui/Notice'
import { ProgressBar } from '@/ui/ProgressBar'
import { useUpload } from '@/ui/useUpload'
import { bank as texts } from '../messages'
import { useReadFile } from '../queries'

const largest = 10 * 1024 * 1024
const accept = '.csv,.ofx,.qfx,.xml,text/csv,application/xml,text/xml'

/** What became of a file. */
interface Told {
  tone: 'success' | 'warning' | 'danger'
  title: string
  text: string
}

function tell({ fileName, lines, knownLines, openLines }: BankStatement): Told {
  if (lines === knownLines) return { tone: 'warning', title: texts.nothingNew(fileName), text: texts.nothingNewText(lines) }
  const known = knownLines === 0 ? '' : ` ${texts.someKnown(knownLines)}`
  return { tone: 'success', title: texts.read(fileName), text: `${texts.readText(lines, openLines)}${known}` }
}

/** Takes a bank's file and says what of it is new. */
export function ReadFile() {
  const { share, start } = useUpload(useReadFile())
  const [told, setTold] = useState<Told>()
  const take = async (file: File) => {
    setTold(undefined)
    if (file.size > largest) {
      setTold({ tone: 'danger', title: texts.tooLarge, text: texts.tooLargeText })
      return
    }
    try {
      setTold(tell(await start(file)))
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      setTold({ tone: 'danger', title: texts.unread, text: userMessage(error, texts.unreadText) })
    }
  }
  return (
    <>
      {share === null ? (
        <DropZone label={texts.file} text={texts.drop} textOver={texts.dropNow} button={texts.choose} icon={FileInput} accept={accept} onFiles={([file]) => file && void take(file)} />
      ) : (
        <ProgressBar label={share < 1 ? texts.uploading(Math.round(share * 100)) : texts.reading} share={share} />
      )}
      {told !== undefined && <Notice {...told} />}
    </>
  )
}
