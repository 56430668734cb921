import { useRef, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { addForm } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { FormDialog } from '@/ui/FormDialog'
import { AddPropertyForm, formId } from './AddPropertyForm'

/** Add New Property: open as long as the address says so. Leaving it with something typed asks first. */
export function AddPropertyDialog() {
  const navigate = useNavigate()
  const [isDirty, setDirty] = useState(false)
  const [isPending, setPending] = useState(false)
  const isDone = useRef(false)
  const blocker = useBlocker(() => isDirty && !isDone.current)
  const close = () => void navigate(paths.portfolio, { replace: true })
  const finish = () => {
    isDone.current = true
    close()
  }
  return (
    <>
      <FormDialog title={addForm.title} submit={addForm.submit} formId={formId} isPending={isPending} onClose={close}>
        <AddPropertyForm onDirty={setDirty} onPending={setPending} onDone={finish} />
      </FormDialog>
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title={addForm.discardTitle}
          text={addForm.discardText}
          confirm={addForm.discard}
          cancel={addForm.keep}
          onConfirm={() => blocker.proceed()}
          onCancel={() => blocker.reset()}
        />
      )}
    </>
  )
}
