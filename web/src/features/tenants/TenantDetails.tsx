import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { isRefused, shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import type { Tenant } from '@/api/tenants'
import { paths } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { media, type } from '@/theme/tokens'
import { DetailDialog } from '@/ui/DetailDialog'
import { LeaseBadge } from '@/ui/LeaseBadge'
import { LoadFailed } from '@/ui/LoadFailed'
import { Initials } from '@/ui/Person'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { Actions } from './details/Actions'
import { Profile } from './details/Profile'
import { Tenancy } from './details/Tenancy'
import { details as texts } from './messages'
import { addressOf, placeOf } from './parts/facts'
import { useTenant } from './queries'

const EditTenantDialog = lazy(async () => ({ default: (await import('./form/EditTenantDialog')).EditTenantDialog }))

const Text = styled('p')(type.body)
const Picture = styled('div')({ display: 'grid', placeItems: 'center', width: '100%', height: '100%' })
const Columns = styled('div')({ display: 'grid', gap: '32px 40px', alignItems: 'start', [media.wide]: { gridTemplateColumns: 'minmax(0, 1.55fr) minmax(0, 1fr)' } })
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 32, minWidth: 0 })

/** /tenants/7: one tenant over the list, as long as the address says so. */
export function Component() {
  const { tenantId } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: tenant, error, refetch, isEnabled } = useTenant(idOf(tenantId))
  // The list behind the dialog keeps its filters.
  const close = () => void navigate({ pathname: paths.tenants, search }, { replace: true })
  const isGone = !isEnabled || isRefused(error, 404)
  if (tenant === undefined) {
    return (
      <DetailDialog eyebrow={texts.title} title={isGone ? texts.goneTitle : texts.loadingTitle} onClose={close}>
        {isGone && (
          <>
            <Text>{texts.goneText}</Text>
            <Button onClick={close} sx={{ marginTop: '16px' }}>
              {texts.goneBack}
            </Button>
          </>
        )}
        {!isGone && error === null && <Skeleton width="100%" height={200} />}
        {!isGone && error !== null && <LoadFailed what={texts.one} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </DetailDialog>
    )
  }
  return <Loaded key={tenant.id} tenant={tenant} onClose={close} />
}

function Loaded({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const isMobile = useIsMobile()
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <DetailDialog
        eyebrow={texts.title}
        title={tenant.name}
        under={
          <>
            {placeOf(tenant)}, {addressOf(tenant)} <LeaseBadge status={tenant.leaseStatus} />
          </>
        }
        picture={
          <Picture>
            <Initials name={tenant.name} photo={tenant.profilePhotoUrl} size={64} isMuted={tenant.leaseStatus === 'Ended'} />
          </Picture>
        }
        actions={
          <Writers>
            <Button variant={isMobile ? 'contained' : 'outlined'} onClick={() => setEditing(true)} startIcon={<Pencil size={16} strokeWidth={1.75} />}>
              {texts.edit}
            </Button>
          </Writers>
        }
        onClose={onClose}
      >
        <Columns>
          <Column>
            <Tenancy tenant={tenant} />
          </Column>
          <Column>
            <Profile tenant={tenant} />
            <Writers>
              <Actions tenant={tenant} />
            </Writers>
          </Column>
        </Columns>
      </DetailDialog>
      {isEditing && (
        <Suspense>
          <EditTenantDialog tenant={tenant} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}
