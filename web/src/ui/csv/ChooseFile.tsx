import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Download, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { emptyFile } from '@/lib/emptyFile'
import type { Import } from '@/lib/imports'
import { saveFile } from '@/lib/save'
import { color, type } from '@/theme/tokens'
import { DropZone } from '../DropZone'
import { Notice } from '../Notice'
import { ProgressBar } from '../ProgressBar'
import { useUpload, type SendFile } from '../useUpload'
import type { ImportTexts } from './texts'

const largestFile = 10 * 1024 * 1024

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: 12 })
const Text = styled('p')({ ...type.body, color: color.muted })

/** The reason why there is no import yet. */
interface Refusal {
  title: string
  text: string
}

function refusalOf({ name, size }: File, csv: ImportTexts): Refusal | null {
  if (!name.toLowerCase().endsWith('.csv')) return { title: csv.notCsv, text: csv.notCsvText }
  if (size === 0) return { title: emptyFile.title, text: emptyFile.text(name) }
  if (size > largestFile) return { title: csv.tooLarge, text: csv.tooLargeText }
  return null
}

interface ChooseFileProps {
  csv: ImportTexts
  /** Has a file checked. */
  check: SendFile<Import>
  /** A failure in words. */
  explain: (error: unknown, otherwise: string) => string
  /** A file with the columns and no row, and its name. */
  template: () => Promise<Blob>
  templateName: string
  onChecked: (found: Import) => void
}

/** Takes a CSV file and has it checked. */
export function ChooseFile({ csv, check, explain, template, templateName, onChecked }: ChooseFileProps) {
  const { share, start } = useUpload(check)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const take = async (file: File) => {
    const refused = refusalOf(file, csv)
    setRefusal(refused)
    if (refused !== null) return
    try {
      onChecked(await start(file))
    } catch (error) {
      setRefusal({ title: csv.checkFailed, text: explain(error, csv.checkFailedText) })
    }
  }
  return (
    <Stack>
      <Text>{csv.importText}</Text>
      {refusal !== null && <Notice tone="danger" {...refusal} />}
      {share === null ? (
        <DropZone
          label={csv.file}
          text={csv.drop}
          textOver={csv.dropNow}
          button={csv.choose}
          icon={FileSpreadsheet}
          accept=".csv,text/csv"
          onFiles={([file]) => file && void take(file)}
        />
      ) : (
        <ProgressBar label={share < 1 ? csv.uploading(Math.round(share * 100)) : csv.checking} share={share} />
      )}
      <Template csv={csv} template={template} name={templateName} onFailed={() => setRefusal({ title: csv.templateFailed, text: csv.checkFailedText })} />
    </Stack>
  )
}

function Template({ csv, template, name, onFailed }: { csv: ImportTexts; template: () => Promise<Blob>; name: string; onFailed: () => void }) {
  const [isPending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      saveFile(await template(), name)
    } catch {
      onFailed()
    }
    setPending(false)
  }
  return (
    <div>
      <Button variant="text" loading={isPending} onClick={() => void download()} startIcon={<Download size={16} strokeWidth={1.75} />} sx={{ marginLeft: '-8px' }}>
        {csv.template}
      </Button>
    </div>
  )
}
