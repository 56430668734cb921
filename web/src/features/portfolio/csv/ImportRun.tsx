import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError, isRefusal, shortCause, userMessage } from '@/api/errors'
import { count } from '@/lib/format'
import { common } from '@/lib/messages'
import { grouped } from '@/lib/money'
import { paths } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { Notice } from '@/ui/Notice'
import { ProgressBar } from '@/ui/ProgressBar'
import { Skeleton } from '@/ui/Skeleton'
import { portfolio } from '../messages'
import { useAnalytics } from '../queries'
import { csv } from './messages'
import { Problems } from './Problems'
import type { PropertyImport } from './queries'

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16 })
const Text = styled('p')({ ...type.body, color: color.muted })
const Name = styled('p')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })

const properties = (rows: number) => count(rows, portfolio.property, portfolio.properties.toLowerCase())

/** One file: what is wrong in it, or what it would add, how far it is, and what came of it. */
interface ImportRunProps {
  found: PropertyImport | undefined
  /** Why it could not be read; null where it could. */
  error: unknown
  /** Why it could not be started. */
  failure: Error | null
  onRetry: () => void
}

export function ImportRun({ found, error, failure, onRetry }: ImportRunProps) {
  if (error instanceof ApiError && error.status === 404) return <Notice title={csv.gone} text={csv.goneText} />
  if (found === undefined) {
    if (error === null) return <Skeleton width="60%" height={20} />
    return <LoadFailed what={csv.loading} cause={shortCause(error)} onRetry={onRetry} />
  }
  return (
    <Stack>
      {failure !== null && <NotStarted error={failure} />}
      <Name>{found.fileName || csv.unnamed}</Name>
      <Found found={found} />
    </Stack>
  )
}

/** What can be done with a file as it is. */
interface RunButtonsProps {
  found: PropertyImport | undefined
  isPending: boolean
  onApply: () => void
  onAnother: () => void
  onClose: () => void
}

export function RunButtons({ found, isPending, onApply, onAnother, onClose }: RunButtonsProps) {
  const close = <Button onClick={onClose}>{common.close}</Button>
  const another = <Button onClick={onAnother}>{csv.another}</Button>
  if (found?.state === 'Importing') return close
  if (found?.state === 'Imported') {
    return (
      <>
        {another}
        <Button component={Link} to={paths.portfolio} replace variant="contained">
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
          {csv.start(properties(found.rows))}
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

/** Why an import did not begin here. */
function NotStarted({ error }: { error: Error }) {
  if (isRefusal(error, 'IMPORT_ALREADY_APPLIED')) return <Notice title={csv.startedElsewhere} text={csv.startedElsewhereText} />
  return <Notice tone="danger" title={csv.startFailed} text={userMessage(error, csv.startFailedText)} />
}

/** An import by its state. */
function Found({ found }: { found: PropertyImport }): ReactNode {
  const { state, rows, imported, problemCount } = found
  const done = grouped(String(imported))
  switch (state) {
    case 'Importing':
      return (
        <>
          <ProgressBar label={csv.importing(done, properties(rows))} share={rows === 0 ? 0 : imported / rows} />
          <Text>{csv.importingText}</Text>
        </>
      )
    case 'Imported':
      return <Notice tone="success" title={csv.done} text={csv.doneText(properties(imported))} />
    case 'Failed':
      return (
        <>
          <Notice tone="danger" title={csv.failed} text={csv.failedText(done, properties(rows))} />
          <Problems found={found} />
        </>
      )
    case 'Checked':
      if (problemCount > 0) {
        return (
          <>
            <Notice title={csv.problems(count(problemCount, csv.problem, csv.problemMany))} text={csv.problemsText} />
            <Problems found={found} />
          </>
        )
      }
      return rows === 0 ? <Notice title={csv.nothing} text={csv.nothingText} /> : <Plan rows={rows} />
  }
}

/** What an import would do. */
function Plan({ rows }: { rows: number }) {
  const now = useAnalytics().data?.activeProperties
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
    </>
  )
}
