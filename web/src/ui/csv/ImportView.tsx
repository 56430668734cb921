import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { count } from '@/lib/format'
import type { Import, ImportRun } from '@/lib/imports'
import { common } from '@/lib/messages'
import { grouped } from '@/lib/money'
import { color, type } from '@/theme/tokens'
import { Entry, Ledger } from '../Ledger'
import { LoadFailed } from '../LoadFailed'
import { Notice } from '../Notice'
import { ProgressBar } from '../ProgressBar'
import { Skeleton } from '../Skeleton'
import { takeBack } from '../takeback/messages'
import type { ImportWording } from './kind'
import { Problems, ProblemTable } from './Problems'
import type { ImportTexts } from './texts'

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16 })
const Text = styled('p')({ ...type.body, color: color.muted })
const Name = styled('p')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })

/** One file: what is wrong in it, or what it would add, how far it is, and what came of it. */
interface ImportViewProps {
  kind: ImportWording
  run: ImportRun
  /** The current number of rows, where it is known. */
  now: number | undefined
}

export function ImportView({ kind, run: { found, unread, failure, onRetry }, now }: ImportViewProps) {
  const csv = kind.texts
  if (unread === 'gone') return <Notice title={csv.gone} text={csv.goneText} />
  if (found === undefined) {
    if (unread === null) return <Skeleton width="60%" height={20} />
    return <LoadFailed what={csv.loading} cause={unread.cause} onRetry={onRetry} />
  }
  return (
    <Stack>
      {failure !== null && <Failure failure={failure} csv={csv} />}
      <Name>{found.fileName || csv.unnamed}</Name>
      <ImportResult kind={kind} found={found} now={now} />
    </Stack>
  )
}

/** The acts on a file in its current state. */
interface RunButtonsProps {
  kind: ImportWording
  run: ImportRun
  onAnother: () => void
  /** Takes the import back; nothing for who may not. */
  onTakeBack: (() => void) | undefined
  onClose: () => void
}

export function RunButtons({ kind, run: { found, isPending, onApply }, onAnother, onTakeBack, onClose }: RunButtonsProps) {
  const csv = kind.texts
  const close = <Button onClick={onClose}>{common.close}</Button>
  const another = <Button onClick={onAnother}>{csv.another}</Button>
  if (found?.state === 'Importing') return close
  if (found?.state === 'Imported') {
    return (
      <>
        {onTakeBack !== undefined && <Button onClick={onTakeBack}>{takeBack.acts.import.button}</Button>}
        {another}
        <Button component={Link} to={kind.list} replace variant="contained">
          {csv.show}
        </Button>
      </>
    )
  }
  if (found?.state === 'Checked' && found.problemCount === 0 && found.rows > 0) {
    return (
      <>
        {another}
        <Button variant="contained" loading={isPending} onClick={onApply}>
          {csv.start(kind.count(found.rows))}
        </Button>
      </>
    )
  }
  return (
    <>
      {close}
      <Button variant="contained" onClick={onAnother}>
        {csv.another}
      </Button>
    </>
  )
}

/** Says why an import did not begin here. */
function Failure({ failure, csv }: { failure: NonNullable<ImportRun['failure']>; csv: ImportTexts }) {
  if (failure === 'elsewhere') return <Notice title={csv.startedElsewhere} text={csv.startedElsewhereText} />
  return <Notice tone="danger" title={csv.startFailed} text={failure.text} />
}

/** An import by its state. */
function ImportResult({ kind, found, now }: { kind: ImportWording; found: Import; now: number | undefined }): ReactNode {
  const csv = kind.texts
  const { state, rows, imported, problemCount } = found
  const done = grouped(String(imported))
  switch (state) {
    case 'Importing':
      return (
        <>
          <ProgressBar label={csv.importing(done, kind.count(rows))} share={rows === 0 ? 0 : imported / rows} />
          <Text>{csv.importingText}</Text>
        </>
      )
    case 'Imported':
      return <Notice tone="success" title={csv.done} text={csv.doneText(kind.count(imported))} />
    case 'Failed':
      return (
        <>
          <Notice tone="danger" title={csv.failed} text={csv.failedText(done, kind.count(rows))} />
          <Problems found={found} csv={csv} />
        </>
      )
    case 'Checked':
      if (problemCount > 0) {
        return (
          <>
            <Notice title={csv.problems(count(problemCount, csv.problem, csv.problemMany))} text={csv.problemsText} />
            <Problems found={found} csv={csv} />
          </>
        )
      }
      return rows === 0 ? <Notice title={csv.nothing} text={csv.nothingText} /> : <Plan csv={csv} found={found} now={now} />
  }
}

/** Shows what an import would do. */
function Plan({ csv, found: { rows, warnings = [] }, now }: { csv: ImportTexts; found: Import; now: number | undefined }) {
  return (
    <>
      <Notice tone="success" title={csv.ready} text={csv.readyText} />
      <Ledger>
        {now !== undefined && <Entry label={csv.now}>{grouped(String(now))}</Entry>}
        <Entry label={csv.willAdd}>{grouped(String(rows))}</Entry>
        {now !== undefined && (
          <Entry label={csv.after} isTotal>
            {grouped(String(now + rows))}
          </Entry>
        )}
      </Ledger>
      {warnings.length > 0 && (
        <>
          <Notice title={csv.warnings} text={csv.warningsText} />
          <ProblemTable problems={warnings} csv={csv} label={csv.warnings} />
        </>
      )}
    </>
  )
}
