import Button from '@mui/material/Button'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { userMessage } from '@/api/errors'
import { readRequests, type RequestFilter } from '@/api/maintenance'
import { common } from '@/lib/messages'
import { saveFile } from '@/lib/save'
import { toasts } from '@/ui/toast/toasts'
import { maintenance as texts } from '../messages'

/** Saves what the list finds as a file for a spreadsheet. */
export function ExportButton({ filter }: { filter: RequestFilter }) {
  const [isReading, setReading] = useState(false)
  const save = async () => {
    setReading(true)
    try {
      const [requests, { requestsCsv }] = await Promise.all([readRequests(filter), import('../csv')])
      saveFile(new Blob([requestsCsv(requests)], { type: 'text/csv' }), texts.csvName)
    } catch (error) {
      toasts.failure(common.error, userMessage(error, texts.exportFailed))
    } finally {
      setReading(false)
    }
  }
  return (
    <Button loading={isReading} onClick={() => void save()} startIcon={<Download size={16} strokeWidth={1.75} />}>
      {texts.exportCsv}
    </Button>
  )
}
