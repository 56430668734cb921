import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Columns3, Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useDeleteAnalysis, type Analysis } from '@/api/analyses'
import { userMessage } from '@/api/errors'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { saveFile } from '@/lib/save'
import { color, media, type } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toasts } from '@/ui/toast/toasts'
import { useIsMobile } from '@/ui/useIsMobile'
import { analysesCsv } from '../csv'
import { analyses as texts } from '../messages'
import { mostCompared } from '../model'
import { nameOf } from './facts'
import { KeptCards, KeptTable } from './List'

const Tools = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 10, [media.mobile]: { '& > a, & > button': { flex: '1 1 auto' } } })
const Said = styled('p')({ ...type.body, color: color.muted, flex: '1 1 200px', [media.mobile]: { flexBasis: '100%' } })
const List = styled('div')({ display: 'flex', flexDirection: 'column', gap: 14 })

/** Saves analyses as a file for spreadsheets. */
export function ExportButton({ analyses }: { analyses: readonly Analysis[] }) {
  const save = () => saveFile(new Blob([analysesCsv(analyses)], { type: 'text/csv' }), texts.exportFile)
  return (
    <Button onClick={save} startIcon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}>
      {texts.export}
    </Button>
  )
}

/** The kept analyses: opened, deleted, exported, and chosen to be compared. */
export function SavedAnalyses({ analyses }: { analyses: readonly Analysis[] }) {
  const isMobile = useIsMobile()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [asked, setAsked] = useState<Analysis>()
  const { mutate, isPending } = useDeleteAnalysis()
  const ids = chosen.filter((id) => analyses.some((each) => each.id === id))
  const toggle = (id: number) => {
    if (ids.includes(id)) setChosen(ids.filter((each) => each !== id))
    else if (ids.length < mostCompared) setChosen([...ids, id])
    else toasts.failure(common.error, texts.tooMany)
  }
  const remove = ({ id }: Analysis) => {
    if (id === null) return
    mutate(id, {
      onSuccess: () => toasts.success(texts.removed),
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.removeFailed)),
      onSettled: () => setAsked(undefined),
    })
  }
  const KeptList = isMobile ? KeptCards : KeptTable
  const canCompare = ids.length >= 2
  return (
    <List>
      <Tools>
        <Said role="status">{canCompare ? texts.chosen(ids.length) : texts.compareHint}</Said>
        {canCompare && (
          <Button component={Link} to={`${paths.analyses}?compare=${ids.join(',')}`} variant="contained" startIcon={<Columns3 size={16} strokeWidth={1.75} aria-hidden="true" />}>
            {texts.compareSome(ids.length)}
          </Button>
        )}
        <ExportButton analyses={analyses} />
      </Tools>
      <KeptList analyses={analyses} chosen={ids} onToggle={toggle} onRemove={setAsked} />
      {asked !== undefined && (
        <ConfirmDialog
          title={texts.removeTitle}
          text={texts.removeText(nameOf(asked))}
          confirm={texts.remove}
          cancel={texts.keep}
          isPending={isPending}
          onConfirm={() => remove(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </List>
  )
}
