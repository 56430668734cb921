import Button from '@mui/material/Button'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { ImportRun } from '@/lib/imports'
import { common } from '@/lib/messages'
import { PlainDialog } from '../PlainDialog'
import { ImportView, RunButtons } from './ImportView'
import type { ImportWording } from './kind'

const TakeBackDialog = lazy(async () => ({ default: (await import('../takeback/TakeBackDialog')).TakeBackDialog }))

interface ImportDialogProps {
  /** What it is called before there is an import. */
  title: string
  kind: ImportWording
  /** The import that is looked at; null before there is one. */
  run: ImportRun | null
  /** How many rows there are now, where it is known. */
  now: number | undefined
  onAnother: () => void
  onClose: () => void
  /** What there is to do before there is an import. */
  children: ReactNode
}

/** Import and export in one dialog, which stays where it is when a file was chosen. */
export function ImportDialog({ title, kind, run, now, onAnother, onClose, children }: ImportDialogProps) {
  const [isTakenBack, setTakenBack] = useState(false)
  const found = run?.found
  return (
    <>
      <PlainDialog
        title={run === null ? title : kind.texts.import}
        onClose={onClose}
        foot={
          run === null ? (
            <Button onClick={onClose}>{common.close}</Button>
          ) : (
            <RunButtons kind={kind} run={run} onAnother={onAnother} onTakeBack={() => setTakenBack(true)} onClose={onClose} />
          )
        }
      >
        {run === null ? children : <ImportView kind={kind} run={run} now={now} />}
      </PlainDialog>
      <Suspense>
        {isTakenBack && found !== undefined && (
          <TakeBackDialog act={{ of: kind.of, act: 'import', id: found.id }} subject={found.fileName || kind.texts.unnamed} onDone={onClose} onClose={() => setTakenBack(false)} />
        )}
      </Suspense>
    </>
  )
}
