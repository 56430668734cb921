import { useCallback, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '@/lib/paths'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { FormDialog } from '@/ui/FormDialog'
import { UnsavedGuard } from '@/ui/UnsavedGuard'
import { withList } from '../listState'
import { addForm } from '../form.messages'
import { AddPropertyForm, formId } from './AddPropertyForm'

/** Add New Property: open as long as the address says so. Leaving it with something typed asks first. */
export function AddPropertyDialog() {
  const navigate = useNavigate()
  // Not a state, which is a rendering late: whoever types and closes at once would not be asked.
  const isDirty = useRef(false)
  const noteDirty = useCallback((dirty: boolean) => void (isDirty.current = dirty), [])
  const [isPending, setPending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [query] = useSearchParams()
  // The list behind the dialog keeps its filters.
  const leave = () => {
    isDirty.current = false
    void navigate({ pathname: paths.portfolio, search: withList(query, { add: '' }).toString() }, { replace: true })
  }
  const texts = { title: addForm.discardTitle, text: addForm.discardText }
  return (
    <>
      <FormDialog title={addForm.title} submit={addForm.submit} formId={formId} isPending={isPending} onClose={() => (isDirty.current ? setAsking(true) : leave())}>
        <AddPropertyForm onDirty={noteDirty} onPending={setPending} onDone={leave} />
      </FormDialog>
      <UnsavedGuard isDirty={() => isDirty.current} {...texts} discard={addForm.discard} keep={addForm.keep} />
      {isAsking && <ConfirmDialog {...texts} confirm={addForm.discard} cancel={addForm.keep} onConfirm={leave} onCancel={() => setAsking(false)} />}
    </>
  )
}
