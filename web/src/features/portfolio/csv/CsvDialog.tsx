import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { userMessage } from '@/api/errors'
import { useCheckFile, useImportRun } from '@/api/imports'
import { useMayWrite, Writers } from '@/api/session'
import { useTakeBack } from '@/api/takeBacks'
import type { Import } from '@/lib/imports'
import { paths } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { type } from '@/theme/tokens'
import { ChooseFile } from '@/ui/csv/ChooseFile'
import { ImportDialog } from '@/ui/csv/ImportDialog'
import { notifyImportFinished } from '@/ui/csv/notifyImportFinished'
import { withList } from '../listState'
import { useAnalytics, useIsEmpty } from '../queries'
import { ExportPanel } from './ExportPanel'
import { csv } from './messages'
import { propertyImports, wording } from './queries'

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 28 })
const Title = styled('h3')({ ...type.h2, marginBottom: 4 })

const onEnd = (ended: Import) => notifyImportFinished(wording, ended)

/**
 * Import and export: open as long as the address says so. It names the import that is looked at, which is found again after a
 * reload and can be shown to somebody else.
 */
export function CsvDialog() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const id = idOf(query.get('csv'))
  const now = useAnalytics().data?.activeProperties
  const [isOpen, setOpen] = useState(false)
  const mayWrite = useMayWrite()
  const work = useTakeBack({ of: 'portfolio', act: 'import', id: id ?? 0 }, isOpen)
  // The list behind the dialog keeps its filters.
  const go = (at: string) => void navigate({ pathname: paths.portfolio, search: withList(query, { csv: at }).toString() }, { replace: true })
  const run = useImportRun(propertyImports, id, csv.startFailedText, onEnd)
  return (
    <ImportDialog title={csv.title} kind={wording} run={id === undefined ? null : run} now={now} back={{ work, isOpen, setOpen, mayWrite }} onAnother={() => go('new')} onClose={() => go('')}>
      <Start onChecked={(checked) => go(String(checked.id))} />
    </ImportDialog>
  )
}

function Start({ onChecked }: { onChecked: (found: Import) => void }) {
  const isEmpty = useIsEmpty()
  const check = useCheckFile(propertyImports)
  return (
    <Stack>
      <Writers>
        <section>
          <Title>{csv.import}</Title>
          <ChooseFile csv={csv} check={check} explain={userMessage} template={propertyImports.template} templateName="properties-template.csv" onChecked={onChecked} />
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
