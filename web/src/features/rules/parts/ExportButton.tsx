import Button from '@mui/material/Button'
import { Download } from 'lucide-react'
import { saveFile } from '@/lib/save'
import { rulesCsv } from '../csv'
import { rules as texts } from '../messages'
import type { Topic } from '../model'

/** Saves the rules that the list shows as a file for a spreadsheet. */
export function ExportButton({ topics }: { topics: readonly Topic[] }) {
  const save = () => saveFile(new Blob([rulesCsv(topics)], { type: 'text/csv' }), texts.exportFile)
  return (
    <Button onClick={save} disabled={topics.length === 0} startIcon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}>
      {texts.export}
    </Button>
  )
}
