import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { BadgeCheck, Building2, CalendarDays, ClipboardCheck, DatabaseBackup, FilePenLine, FileText, Files, MailX, PoundSterling, Shield, Users, Wrench, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useRead, type Notification, type NotificationKind } from '@/api/notifications'
import { typographic } from '@/lib/format'
import { clockText } from '@/lib/instant'
import { safeNext } from '@/lib/paths'
import { color, media, radius, type } from '@/theme/tokens'
import { notifications as texts } from '../messages'

/** The attribute by which the arrows find the items. */
export const itemMark = 'data-notification'

const rowStyle = {
  ...type.body,
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'flex-start',
  gap: 12,
  width: '100%',
  padding: '12px 18px',
  textAlign: 'left',
  color: color.ink,
  borderBottom: `1px solid ${color.line}`,
  boxSizing: 'border-box',
  '&:hover': { backgroundColor: color.hover, textDecoration: 'none' },
  '&:focus-visible': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
  [media.mobile]: { paddingInline: 16 },
} as const
const LinkRow = styled(Link)(rowStyle)
const ButtonRow = styled(ButtonBase)(rowStyle)
const Tile = styled('span')({ display: 'grid', placeContent: 'center', flex: 'none', width: 32, height: 32, borderRadius: radius.tile })
const Words = styled('span')({ display: 'block', flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
const Title = styled('span')({ display: 'block' })
const Text = styled('span')({ ...type.small, display: 'block', color: color.muted })
const When = styled('time')({ ...type.mini, display: 'block', marginTop: 3, color: color.muted })
const New = styled('span')({ ...type.mini, flex: 'none', padding: '1px 6px', borderRadius: radius.badge, fontWeight: 620, backgroundColor: color.accent, color: color.onAccent })

type Look = readonly [LucideIcon, 'accent' | 'info' | 'success' | 'warning' | 'danger' | 'neutral']

const looks: Record<NotificationKind, Look> = {
  certificate: [BadgeCheck, 'warning'],
  inspection: [ClipboardCheck, 'warning'],
  application: [FileText, 'info'],
  reference: [FilePenLine, 'success'],
  document: [Files, 'info'],
  viewing: [CalendarDays, 'accent'],
  maintenance: [Wrench, 'accent'],
  listing: [Building2, 'info'],
  member: [Users, 'neutral'],
  security: [Shield, 'danger'],
  delivery: [MailX, 'danger'],
  backup: [DatabaseBackup, 'neutral'],
  rent: [PoundSterling, 'success'],
}
const tones = {
  accent: { color: color.accent, backgroundColor: color.accentSoft },
  info: { color: color.info, backgroundColor: color.infoSoft },
  success: { color: color.success, backgroundColor: color.successSoft },
  warning: { color: color.warning, backgroundColor: color.warningSoft },
  danger: { color: color.danger, backgroundColor: color.dangerSoft },
  neutral: { color: color.muted, backgroundColor: color.neutralSoft },
}

/** One notification: following it reads it; one that leads nowhere is read by pressing it. */
export function Item({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { id, kind, title, text, url, createdAt, readAt } = notification
  const read = useRead()
  const isNew = readAt === null
  const [Icon, tone] = looks[kind]
  const markRead = () => {
    if (isNew) read.mutate(id)
  }
  const content = (
    <>
      <Tile sx={tones[tone]}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </Tile>
      <Words>
        <Title sx={{ fontWeight: isNew ? 620 : 400 }}>{typographic(title)}</Title>
        {text !== null && <Text>{typographic(text)}</Text>}
        <When dateTime={createdAt}>{clockText(new Date(createdAt))}</When>
      </Words>
      {isNew && <New>{texts.isNew}</New>}
    </>
  )
  const mark = { [itemMark]: '' }
  if (url === null) {
    return (
      <ButtonRow {...mark} onClick={markRead}>
        {content}
      </ButtonRow>
    )
  }
  const follow = () => {
    markRead()
    onFollow()
  }
  return (
    <LinkRow {...mark} to={safeNext(url)} onClick={follow}>
      {content}
    </LinkRow>
  )
}
