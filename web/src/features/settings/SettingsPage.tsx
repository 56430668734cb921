import { styled } from '@mui/material/styles'
import { Bell, Scale, ShieldCheck, SlidersHorizontal, TriangleAlert, UserRound } from 'lucide-react'
import { Suspense } from 'react'
import { Outlet, useMatch } from 'react-router'
import { shortCause } from '@/api/errors'
import { useWays, type Ways } from '@/api/notifications'
import { useUser } from '@/api/session'
import { paths } from '@/lib/paths'
import { media } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { PageSkeleton } from '@/ui/PageSkeleton'
import { Skeleton } from '@/ui/Skeleton'
import { menu } from './messages'
import { channels, fullName, wayOf, type Settings } from './model'
import { Appearance } from './parts/Appearance'
import { OrganisationLinks } from './parts/OrganisationLinks'
import { SettingCard } from './parts/SettingCard'
import { useSettings } from './queries'

const Grid = styled('div')({ display: 'grid', gap: 16, alignItems: 'start', [media.wide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }, [media.mobile]: { gap: 12 } })

/** /settings, and where its sub-pages appear: each has the screen to itself. */
export function Component() {
  const isMenu = useMatch(paths.settings) !== null
  if (isMenu) return <Menu />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  )
}

function Menu() {
  const { role, organisation } = useUser()
  const isLandlord = role === 'Landlord'
  const { data, error, refetch } = useSettings()
  const ways = useWays().data
  const state = (say: (settings: Settings) => string) => (data === undefined ? <Skeleton width={140} /> : say(data))
  const security = isLandlord ? menu.security : menu.securityPersonal
  const property = isLandlord ? menu.property : menu.formats
  const isWithoutFactor = data?.twoFactorAuth === false
  return (
    <Page title={menu.title} subtitle={menu.subtitle}>
      {data === undefined && error !== null && <LoadFailed what={menu.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
      <Grid>
        <SettingCard path={paths.settingsProfile} icon={UserRound} {...menu.profile} state={state(profileState)} />
        <SettingCard path={paths.settingsNotifications} icon={Bell} {...menu.notifications} state={state((settings) => notificationState(settings, ways))} />
        <SettingCard path={paths.settingsProperty} icon={SlidersHorizontal} {...property} state={state(isLandlord ? propertyState : formatState)} />
        <SettingCard
          path={paths.settingsSecurity}
          icon={ShieldCheck}
          {...security}
          isWarning={isWithoutFactor}
          state={
            <>
              {isWithoutFactor && <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />}
              {state(({ twoFactorAuth }) => (twoFactorAuth ? menu.twoFactorOn : menu.twoFactorOff))}
            </>
          }
        />
        {isLandlord && <SettingCard path={paths.rules} icon={Scale} {...menu.rules} />}
        {organisation !== null && <OrganisationLinks name={organisation.name} isOwner={organisation.grade === 'Owner'} />}
        <Appearance />
      </Grid>
    </Page>
  )
}

const profileState = (settings: Settings) => [fullName(settings), settings.company].filter(Boolean).join(', ') || menu.noName

const shortNames: Record<(typeof channels)[number], string> = { emailNotifications: 'Email', smsNotifications: 'SMS', pushNotifications: 'Push' }

/** Returns the channels that are chosen and work: an installation may lack a way. */
function notificationState(settings: Settings, ways: Ways | undefined): string {
  const on = channels.filter((name) => settings[name] && ways?.[wayOf[name]].available !== false).map((name) => shortNames[name])
  return on.length === 0 ? menu.allOff : new Intl.ListFormat('en-GB').format(on)
}

const formatState = ({ currency, dateFormat }: Settings) => `${currency}, ${dateFormat}`
const propertyState = (settings: Settings) => `${menu.every(settings.defaultInspectionFrequency)}, ${formatState(settings)}`
