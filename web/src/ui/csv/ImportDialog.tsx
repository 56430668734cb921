import Button from '@mui/material/Button'
import { lazy, Suspense, type ReactNode } from 'react'
import type { ImportRun } from '@/lib/imports'
import { common } from '@/lib/messages'
import { PlainDialog } from '../PlainDialog'
import type { TakeBackWork } from '../takeback/types'
import { ImportView, RunButtons } from './ImportView'
import type { ImportWording } from './kind'

const TakeBackDialog = lazy(async () => ({ default: (await import('../takeback/TakeBackDialog')).TakeBackDialog }))

/** The way to take an import back once it is done, for who may. */
export interface TakingBack {
  work: TakeBackWork
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  mayWrite: boolean
}

interface ImportDialogProps {
  /** The title before there is an import. */
  title: string
  kind: ImportWording
  /** The import that is looked at; null before there is one. */
  run: ImportRun | null
  /** The current number of rows, where it is known. */
  now: number | undefined
  onAnother: () => void
  back: TakingBack
  onClose: () => void
  /** The content before there is an import. */
  children: ReactNode
}

/** Import and export in one dialog, which stays where it is when a file was chosen. */
export function ImportDialog({ title, kind, run, now, onAnother, back, onClose, children }: ImportDialogProps) {
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
            <RunButtons kind={kind} run={run} onAnother={onAnother} onTakeBack={back.mayWrite ? () => back.setOpen(true) : undefined} onClose={onClose} />
          )
        }
      >
        {run === null ? children : <ImportView kind={kind} run={run} now={now} />}
      </PlainDialog>
      <Suspense>
        {back.isOpen && found !== undefined && (
          <TakeBackDialog work={back.work} subject={found.fileName || kind.texts.unnamed} onDone={onClose} onClose={() => back.setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
