import { styled } from '@mui/material/styles'
import { ChevronRight, LogOut, MessageSquare, PawPrint, UserPen, Users, type LucideIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import { together } from '@/lib/together'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { acts as texts } from '../messages'
import { livesThere, petLine, type OwnPortal } from '../model'

const NoticeDialog = lazy(async () => ({ default: (await import('./acts/NoticeDialog')).NoticeDialog }))
const PetDialog = lazy(async () => ({ default: (await import('./acts/PetDialog')).PetDialog }))
const ReachDialog = lazy(async () => ({ default: (await import('./acts/ReachDialog')).ReachDialog }))
const WriteDialog = lazy(async () => ({ default: (await import('./acts/WriteDialog')).WriteDialog }))

const Rows = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })
const Item = styled('li')({ '& + &': { borderTop: `1px solid ${color.line}` } })
const line = { display: 'flex', alignItems: 'center', gap: 12, width: '100%', boxSizing: 'border-box', minHeight: 56, padding: '8px 20px', textAlign: 'left', '& > svg': { flex: 'none', color: color.muted }, [media.mobile]: { paddingInline: 16 } } as const
const Line = styled('div')(line)
const Act = styled('button')({ ...line, border: 0, background: 'none', font: 'inherit', color: 'inherit', cursor: 'pointer', '&:hover': { backgroundColor: color.hover }, '&:focus-visible': { outlineOffset: -3 } })
const Words = styled('span')({ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 })
const Name = styled('span')({ ...type.body, fontWeight: 560, color: color.accent, overflowWrap: 'anywhere' })
const Plain = styled(Name)({ color: color.ink })
const Hint = styled('span')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

type Which = 'notice' | 'pet' | 'reach' | 'write'

/** What a tenant can do of their tenancy: notice, a pet, another phone number, a word to the landlord; whoever has left only writes. */
export function YourTenancy({ portal }: { portal: OwnPortal }) {
  const format = useFormatter()
  const [open, setOpen] = useState<Which>()
  const { tenant, household, notice, petRequests } = portal
  const isHere = livesThere(tenant)
  const hasLeft = tenant.leaseStatus === 'Ended'
  const earliest = notice?.earliestDate ?? null
  const close = () => setOpen(undefined)
  const [newest] = petRequests
  return (
    <Panel title={texts.tenancy}>
      <Rows>
        {household.length > 0 && (
          <Item>
            <Line>
              <Users size={18} strokeWidth={1.75} aria-hidden="true" />
              <Words>
                <Plain>{texts.household}</Plain>
                <Hint>{texts.householdText(together(household))}</Hint>
              </Words>
            </Line>
          </Item>
        )}
        {isHere && notice !== null && (
          <Row icon={LogOut} name={texts.notice} hint={earliest === null ? texts.noticeNone : texts.noticeEarliest(format.longDate(earliest))} onOpen={() => setOpen(earliest === null ? 'write' : 'notice')} />
        )}
        {isHere && <Row icon={PawPrint} name={texts.pet} hint={newest === undefined ? texts.petText : petLine(newest, (day) => format.longDate(day))} onOpen={() => setOpen('pet')} />}
        {!hasLeft && <Row icon={UserPen} name={texts.reach} hint={tenant.phone} onOpen={() => setOpen('reach')} />}
        <Row icon={MessageSquare} name={texts.write} hint={texts.writeText} onOpen={() => setOpen('write')} />
      </Rows>
      <Suspense>
        {open === 'notice' && notice !== null && earliest !== null && <NoticeDialog tenancyId={tenant.tenancyId} notice={notice} earliest={earliest} isJoint={household.length > 0} onClose={close} />}
        {open === 'pet' && <PetDialog tenancyId={tenant.tenancyId} onClose={close} />}
        {open === 'reach' && <ReachDialog tenancyId={tenant.tenancyId} phone={tenant.phone} address={tenant.address ?? ''} onClose={close} />}
        {open === 'write' && <WriteDialog tenancyId={tenant.tenancyId} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

function Row({ icon: Icon, name, hint, onOpen }: { icon: LucideIcon; name: string; hint: string; onOpen: () => void }) {
  return (
    <Item>
      <Act type="button" onClick={onOpen} aria-haspopup="dialog">
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <Words>
          <Name>{name}</Name>
          <Hint>{hint}</Hint>
        </Words>
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
      </Act>
    </Item>
  )
}
