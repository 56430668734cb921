import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Download, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { userMessage } from '@/api/errors'
import { saveFile } from '@/lib/save'
import { color, type } from '@/theme/tokens'
import { DropZone } from '@/ui/DropZone'
import { Notice } from '@/ui/Notice'
import { ProgressBar } from '@/ui/ProgressBar'
import { useUpload } from '@/ui/useUpload'
import { csv } from './messages'
import { importTemplate, useCheckFile, type PropertyImport } from './queries'

const largestFile = 10 * 1024 * 1024

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: 12 })
const Text = styled('p')({ ...type.body, color: color.muted })

/** Why there is no import yet. */
interface Refusal {
  title: string
  text: string
}

function refusalOf({ name, size }: File): Refusal | null {
  if (!name.toLowerCase().endsWith('.csv')) return { title: csv.notCsv, text: csv.notCsvText }
  if (size > largestFile) return { title: csv.tooLarge, text: csv.tooLargeText }
  return null
}

/** Takes a CSV file and has it checked. */
export function ChooseFile({ onChecked }: { onChecked: (found: PropertyImport) => void }) {
  const { share, start } = useUpload(useCheckFile())
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const take = async (file: File) => {
    const refused = refusalOf(file)
    setRefusal(refused)
    if (refused !== null) return
    try {
      onChecked(await start(file))
    } catch (error) {
      setRefusal({ title: csv.checkFailed, text: userMessage(error, csv.checkFailedText) })
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
      <Template onFailed={() => setRefusal({ title: csv.templateFailed, text: csv.checkFailedText })} />
    </Stack>
  )
}

function Template({ onFailed }: { onFailed: () => void }) {
  const [isPending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      saveFile(await importTemplate(), 'properties-template.csv')
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
