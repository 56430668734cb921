import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { userMessage } from '@/api/errors'
import { count } from '@/lib/format'
import { grouped } from '@/lib/money'
import { saveFile } from '@/lib/save'
import { color, type } from '@/theme/tokens'
import { Notice } from '@/ui/Notice'
import { ProgressBar } from '@/ui/ProgressBar'
import { filterNames, readList } from '../listState'
import { portfolio } from '../messages'
import { usePropertyPages } from '../queries'
import { csv } from './messages'
import { exportProperties, type ExportProgress } from './queries'

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12 })
const Text = styled('p')({ ...type.body, color: color.muted })
const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 14, '& > :first-of-type': { flex: 1 } })

const properties = (rows: number) => count(rows, portfolio.property, portfolio.properties.toLowerCase())

/** Saves what the list shows as a file, saying how far it is. */
export function ExportPanel() {
  const [query] = useSearchParams()
  const filter = readList(query)
  const names = filterNames(filter)
  const total = usePropertyPages(filter).data?.pages[0]?.total
  const { progress, done, failure, start, stop } = useExport()
  const rows = total === undefined ? portfolio.list : properties(total)
  return (
    <Stack>
      <Text>{total === 0 ? csv.exportNone : names.length === 0 ? csv.exportAll(rows) : csv.exportFound(rows, names.join(', '))}</Text>
      {failure !== null && <Notice tone="danger" title={csv.exportFailed} text={failure} />}
      {done !== null && <Text role="status">{csv.exportDone(properties(done))}</Text>}
      {progress === null ? (
        <div>
          <Button disabled={total === 0} onClick={() => void start(filter)} startIcon={<Download size={16} strokeWidth={1.75} />}>
            {csv.export}
          </Button>
        </div>
      ) : (
        <Row>
          <ProgressBar
            label={csv.exporting(grouped(String(progress.rows)), properties(progress.total))}
            share={progress.total === 0 ? 0 : progress.rows / progress.total}
          />
          <Button onClick={stop}>{csv.stop}</Button>
        </Row>
      )}
    </Stack>
  )
}

/** One export at a time; it ends with what shows it. */
function useExport() {
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (filter: Parameters<typeof exportProperties>[0]) => {
    const controller = new AbortController()
    running.current = controller
    let last = { rows: 0, total: 0 }
    setDone(null)
    setFailure(null)
    setProgress(last)
    const say = (now: ExportProgress) => {
      last = now
      setProgress(now)
    }
    try {
      const file = await exportProperties(filter, say, controller.signal)
      saveFile(file, 'properties.csv')
      setDone(last.rows)
    } catch (error) {
      if (!controller.signal.aborted) setFailure(userMessage(error, csv.exportFailedText))
    }
    setProgress(null)
  }
  return { progress, done, failure, start, stop: () => running.current?.abort() }
}
