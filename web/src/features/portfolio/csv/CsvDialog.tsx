import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Writers } from '@/api/session'
import { paths } from '@/lib/paths'
import { type } from '@/theme/tokens'
import { common } from '@/lib/messages'
import { PlainDialog } from '@/ui/PlainDialog'
import { withList } from '../listState'
import { useIsEmpty } from '../queries'
import { ChooseFile } from './ChooseFile'
import { ExportPanel } from './ExportPanel'
import { ImportRun, RunButtons } from './ImportRun'
import { csv } from './messages'
import { useApplyImport, useImport, type PropertyImport } from './queries'
import { watchImport } from './watchImport'

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 28 })
const Title = styled('h3')({ ...type.h2, marginBottom: 4 })

/** The import that the address names. */
function readImport(query: URLSearchParams): number | null {
  const id = Number(query.get('csv'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/**
 * Import and export: open as long as the address says so. It names the import that is looked at, which is found again after a
 * reload and can be shown to somebody else.
 */
export function CsvDialog() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const id = readImport(query)
  const { data: found, error, refetch } = useImport(id)
  const apply = useApplyImport()
  const cache = useQueryClient()
  const goingOn = found?.state === 'Importing' ? found.id : null
  useEffect(() => {
    if (goingOn !== null) watchImport(cache, goingOn)
  }, [cache, goingOn])
  // The list behind the dialog keeps its filters.
  const go = (at: string) => void navigate({ pathname: paths.portfolio, search: withList(query, { csv: at }).toString() }, { replace: true })
  const close = () => go('')
  if (id === null) {
    return (
      <PlainDialog title={csv.title} onClose={close} foot={<Button onClick={close}>{common.close}</Button>}>
        <Start onChecked={(checked) => go(String(checked.id))} />
      </PlainDialog>
    )
  }
  return (
    <PlainDialog
      title={csv.import}
      onClose={close}
      foot={<RunButtons found={found} isPending={apply.isPending} onApply={() => apply.mutate(id)} onAnother={() => go('new')} onClose={close} />}
    >
      <ImportRun found={found} error={error} failure={apply.variables === id ? apply.error : null} onRetry={() => void refetch()} />
    </PlainDialog>
  )
}

function Start({ onChecked }: { onChecked: (found: PropertyImport) => void }) {
  const isEmpty = useIsEmpty()
  return (
    <Stack>
      <Writers>
        <section>
          <Title>{csv.import}</Title>
          <ChooseFile onChecked={onChecked} />
        </section>
      </Writers>
      {!isEmpty && (
        <section>
          <Title>{csv.export}</Title>
          <ExportPanel />
        </section>
      )}
    </Stack>
  )
}
