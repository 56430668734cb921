import Button from '@mui/material/Button'
import { unsaved } from '@/lib/unsaved'
import { Notice } from './Notice'
import type { KeptForm } from './useKeptForm'

/** Says that a form holds what was typed before, and offers to begin anew. */
export function KeptNotice({ kept: { isRestored, isWithoutFiles, startAgain }, isDirty }: { kept: KeptForm; isDirty: boolean }) {
  if (!isRestored || !isDirty) return null
  return <Notice title={unsaved.restored} text={isWithoutFiles ? `${unsaved.restoredText} ${unsaved.filesAgain}` : unsaved.restoredText} action={<Button onClick={startAgain}>{unsaved.startAgain}</Button>} />
}
