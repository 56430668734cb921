import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { userMessage } from '@/api/errors'
import { useCheckFile, useImportRun } from '@/api/imports'
import { useMayWrite, Writers } from '@/api/session'
import { useTakeBack } from '@/api/takeBacks'
import { useMutation } from '@/api/useMutation'
import type { Import } from '@/lib/imports'
import { paths } from '@/lib/paths'
import { idOf, withList } from '@/lib/query'
import { saveFile } from '@/lib/save'
import { color, type } from '@/theme/tokens'
import { ChooseFile } from '@/ui/csv/ChooseFile'
import { ImportDialog } from '@/ui/csv/ImportDialog'
import { notifyImportFinished } from '@/ui/csv/notifyImportFinished'
import { Notice } from '@/ui/Notice'
import { useAnalytics } from '../queries'
import { csv, exportTenants, tenantImports, wording } from './kind'

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 28 })
const Section = styled('section')({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 12, '& > *': { width: '100%' } })
const Title = styled('h3')({ ...type.h2, marginBottom: 4 })
const Text = styled('p')({ ...type.body, color: color.muted })

const onEnd = (ended: Import) => notifyImportFinished(wording, ended)

/** Import and export of tenants: open as long as the address says so; it names the import that is looked at. */
export function CsvDialog() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const id = idOf(query.get('csv'))
  const now = useAnalytics().data?.totalTenants
  const check = useCheckFile(tenantImports)
  const [isOpen, setOpen] = useState(false)
  const mayWrite = useMayWrite()
  const work = useTakeBack({ of: 'tenancy', act: 'import', id: id ?? 0 }, isOpen)
  // The list behind the dialog keeps its filters.
  const go = (at: string) => void navigate({ pathname: paths.tenants, search: withList(query, { csv: at }).toString() }, { replace: true })
  const run = useImportRun(tenantImports, id, csv.startFailedText, onEnd)
  return (
    <ImportDialog title={csv.title} kind={wording} run={id === undefined ? null : run} now={now} back={{ work, isOpen, setOpen, mayWrite }} onAnother={() => go('new')} onClose={() => go('')}>
      <Stack>
        <Writers>
          <section>
            <Title>{csv.import}</Title>
            <ChooseFile
              csv={csv}
              check={check}
              explain={userMessage}
              template={tenantImports.template}
              templateName="tenants-template.csv"
              onChecked={(checked) => go(String(checked.id))}
            />
            <Text>{csv.joint}</Text>
          </section>
        </Writers>
        {now !== 0 && <Export />}
      </Stack>
    </ImportDialog>
  )
}

function Export() {
  const exporting = useMutation({ mutationFn: exportTenants, onSuccess: (file) => saveFile(file, 'tenants.csv') })
  return (
    <Section>
      <Title>{csv.export}</Title>
      <Text>{csv.exportText}</Text>
      {exporting.error !== null && <Notice tone="danger" title={csv.exportFailed} text={userMessage(exporting.error, csv.exportFailedText)} />}
      <div>
        <Button loading={exporting.isPending} onClick={() => exporting.mutate()} startIcon={<Download size={16} strokeWidth={1.75} />}>
          {csv.export}
        </Button>
      </div>
    </Section>
  )
}
