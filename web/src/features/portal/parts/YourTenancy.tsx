import { LogOut, MessageSquare, PawPrint, UserPen, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import { together } from '@/lib/together'
import { Panel } from '@/ui/Panel'
import { acts as texts } from '../messages'
import { livesThere, petLine, type OwnPortal } from '../model'
import { ActHint, ActItem, ActLine, ActRow, Acts, ActWords, PlainName } from './ActRow'
import { DownloadRow } from './Download'

const NoticeDialog = lazy(async () => ({ default: (await import('./acts/NoticeDialog')).NoticeDialog }))
const PetDialog = lazy(async () => ({ default: (await import('./acts/PetDialog')).PetDialog }))
const ReachDialog = lazy(async () => ({ default: (await import('./acts/ReachDialog')).ReachDialog }))
const WriteDialog = lazy(async () => ({ default: (await import('./acts/WriteDialog')).WriteDialog }))

type Which = 'notice' | 'pet' | 'reach' | 'write'

/** Offers what a tenant can do about their tenancy: notice, a pet, another phone number, a word to the landlord; a former tenant can only write. */
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
      <Acts>
        {household.length > 0 && (
          <ActItem>
            <ActLine>
              <Users size={18} strokeWidth={1.75} aria-hidden="true" />
              <ActWords>
                <PlainName>{texts.household}</PlainName>
                <ActHint>{texts.householdText(together(household))}</ActHint>
              </ActWords>
            </ActLine>
          </ActItem>
        )}
        {isHere && notice !== null && (
          <ActRow icon={LogOut} name={texts.notice} hint={earliest === null ? texts.noticeNone : texts.noticeEarliest(format.longDate(earliest))} onOpen={() => setOpen(earliest === null ? 'write' : 'notice')} />
        )}
        {isHere && <ActRow icon={PawPrint} name={texts.pet} hint={newest === undefined ? texts.petText : petLine(newest, (day) => format.longDate(day))} onOpen={() => setOpen('pet')} />}
        {!hasLeft && <ActRow icon={UserPen} name={texts.reach} hint={tenant.phone} onOpen={() => setOpen('reach')} />}
        {!hasLeft && <DownloadRow tenancyId={tenant.tenancyId} />}
        <ActRow icon={MessageSquare} name={texts.write} hint={texts.writeText} onOpen={() => setOpen('write')} />
      </Acts>
      <Suspense>
        {open === 'notice' && notice !== null && earliest !== null && <NoticeDialog tenancyId={tenant.tenancyId} notice={notice} earliest={earliest} isJoint={household.length > 0} onClose={close} />}
        {open === 'pet' && <PetDialog tenancyId={tenant.tenancyId} onClose={close} />}
        {open === 'reach' && <ReachDialog tenancyId={tenant.tenancyId} phone={tenant.phone} address={tenant.address ?? ''} onClose={close} />}
        {open === 'write' && <WriteDialog tenancyId={tenant.tenancyId} onClose={close} />}
      </Suspense>
    </Panel>
  )
}
