import Button from '@mui/material/Button'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState, type ComponentType } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { ApiError, shortCause } from '@/api/errors'
import type { Property } from '@/api/properties'
import { Writers } from '@/api/session'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { DetailDialog } from '@/ui/DetailDialog'
import { Obstacle } from '@/ui/dialogParts'
import { LoadFailed } from '@/ui/LoadFailed'
import { StatusBadge } from '@/ui/StatusBadge'
import { toasts } from '@/ui/toast/toasts'
import { useDiscard } from '@/ui/useDiscard'
import { useIsMobile } from '@/ui/useIsMobile'
import { Actions } from './details/Actions'
import { PropertyGone } from './details/PropertyGone'
import { details } from './details/messages'
import { Sections } from './details/Sections'
import { SectionsSkeleton } from './details/Skeleton'
import { editForm } from './edit/messages'
import { addressOf } from './parts/facts'
import { Cover } from './photos/Gallery'
import { useProperty } from './property.queries'

const loadEditForm = () => import('./edit/EditForm')
const EditForm = lazy(async () => ({ default: (await loadEditForm()).EditForm }))
const editFormId = 'edit-property'

/** The component that the route hands in: a property's certificates and inspections, which are another feature's. */
interface PropertyDetailsProps {
  Compliance?: ComponentType<{ propertyId: number }>
}

/** /portfolio/42: one property over the portfolio, as long as the address says so. */
export function Component({ Compliance }: PropertyDetailsProps) {
  const { propertyId } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: property, error, refetch, isEnabled } = useProperty(Number(propertyId))
  // The list behind the dialog keeps its filters.
  const close = () => void navigate({ pathname: paths.portfolio, search }, { replace: true })
  const isGone = !isEnabled || (error instanceof ApiError && error.status === 404)
  const [isEditing, setEditing] = useState(false)
  const name = property?.name
  const hasLeft = isGone && !isEditing && name !== undefined
  useEffect(() => {
    if (!hasLeft) return
    toasts.success(details.leftTitle(name), details.leftText)
    void navigate({ pathname: paths.portfolio, search }, { replace: true })
  }, [hasLeft, name, navigate, search])

  if (property === undefined || hasLeft) {
    return (
      <DetailDialog eyebrow={details.title} title={isGone ? details.goneTitle : details.loadingTitle} onClose={close}>
        {isGone && <PropertyGone onClose={close} />}
        {!isGone && error === null && <SectionsSkeleton />}
        {!isGone && error !== null && <LoadFailed what={details.property} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </DetailDialog>
    )
  }
  return (
    <Loaded
      key={property.id}
      property={property}
      isGone={isGone}
      isEditing={isEditing}
      onEditing={setEditing}
      onReload={async () => (await refetch({ throwOnError: true })).data}
      onClose={close}
      Compliance={Compliance}
    />
  )
}

/** A property that is there, to be read or to be edited. */
interface LoadedProps extends PropertyDetailsProps {
  property: Property
  isGone: boolean
  isEditing: boolean
  onEditing: (isEditing: boolean) => void
  onReload: () => Promise<Property | undefined>
  onClose: () => void
}

function Loaded({ property, isGone, isEditing, onEditing, onReload, onClose, Compliance }: LoadedProps) {
  const [isDirty, setDirty] = useState(false)
  // The state is a rendering late for whoever types and leaves at once.
  const isDirtyNow = useRef(false)
  const noteDirty = useCallback((dirty: boolean) => {
    isDirtyNow.current = dirty
    setDirty(dirty)
  }, [])
  const [isPending, setPending] = useState(false)
  const { ask, guard } = useDiscard(() => isDirtyNow.current)
  const obstacleId = useId()
  const body = useBodyFocus(isEditing)
  // Rooms that were only suggested can be saved as they are.
  const canSave = isDirty || (property.propertyType === 'HMO' && property.rooms.length === 0)
  const obstacle = isGone ? editForm.goneObstacle : canSave ? undefined : editForm.nothingChanged

  const edit = async () => {
    try {
      // The form edits what is saved now, not what was loaded a while ago.
      const [latest] = await Promise.all([onReload(), loadEditForm()])
      if (latest === undefined) throw new Error('The property could not be read')
      onEditing(true)
    } catch {
      toasts.failure(editForm.cannotEdit, editForm.cannotEditText)
    }
  }
  const leave = () => {
    noteDirty(false)
    onEditing(false)
  }
  const actions = (
    <Writers>
      <Actions property={property} isEditing={isEditing} onGone={onClose} />
    </Writers>
  )
  return (
    <>
      <DetailDialog
        eyebrow={details.title}
        title={property.name}
        under={
          <>
            {addressOf(property)} <StatusBadge status={property.status} />
          </>
        }
        picture={<Cover property={property} />}
        bodyRef={body}
        actions={
          isEditing ? (
            <>
              {obstacle !== undefined && <Obstacle id={obstacleId}>{obstacle}</Obstacle>}
              <Button onClick={() => ask(leave)}>{common.cancel}</Button>
              <Button
                type="submit"
                form={editFormId}
                variant="contained"
                disabled={obstacle !== undefined}
                aria-describedby={obstacle === undefined ? undefined : obstacleId}
                loading={isPending}
              >
                {editForm.save}
              </Button>
            </>
          ) : (
            <Writers>
              <EditButton onEdit={edit} />
            </Writers>
          )
        }
        onClose={() => (isEditing ? ask(onClose) : onClose())}
      >
        {isEditing ? (
          <Suspense fallback={<SectionsSkeleton />}>
            <EditForm
              property={property}
              isGone={isGone}
              onDirty={noteDirty}
              onPending={setPending}
              onReload={onReload}
              onDone={leave}
              actions={actions}
            />
          </Suspense>
        ) : (
          <Sections property={property} actions={actions} Compliance={Compliance} />
        )}
      </DetailDialog>
      {isEditing && guard}
    </>
  )
}

function EditButton({ onEdit }: { onEdit: () => Promise<void> }) {
  const [isPending, setPending] = useState(false)
  const edit = async () => {
    setPending(true)
    await onEdit()
    setPending(false)
  }
  return (
    <Button
      variant={useIsMobile() ? 'contained' : 'outlined'}
      onClick={() => void edit()}
      loading={isPending}
      loadingPosition="start"
      startIcon={<Pencil size={16} strokeWidth={1.75} />}
    >
      {details.edit}
    </Button>
  )
}

/** The dialog's body: starts anew, with the focus, when it turns from reading to editing or back. */
function useBodyFocus(isEditing: boolean) {
  const body = useRef<HTMLDivElement>(null)
  const was = useRef(isEditing)
  useEffect(() => {
    if (was.current === isEditing) return
    was.current = isEditing
    body.current?.focus({ preventScroll: true })
    if (body.current) body.current.scrollTop = 0
  }, [isEditing])
  return body
}
