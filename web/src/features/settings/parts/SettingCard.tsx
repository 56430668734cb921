import { styled } from '@mui/material/styles'
import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { color, radius, type } from '@/theme/tokens'

const Box = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: 20,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  backgroundColor: color.surface,
  color: color.ink,
  fontWeight: 400,
  '&:hover': { borderColor: color.lineStrong, textDecoration: 'none' },
  '& > svg': { flex: 'none', color: color.muted },
})
const Tile = styled('span')({
  alignSelf: 'flex-start',
  display: 'grid',
  placeContent: 'center',
  flex: 'none',
  width: 40,
  height: 40,
  borderRadius: radius.tile,
  backgroundColor: color.accentSoft,
  color: color.accent,
})
const Title = styled('h2')(type.h2)
const Text = styled('p')({ ...type.body, color: color.muted, marginTop: 2 })
const State = styled('p')({ ...type.small, minHeight: 18, marginTop: 10, fontWeight: 480, overflowWrap: 'anywhere', display: 'flex', gap: 6, alignItems: 'center' })

/** A way to a sub-page, with its present state, so that most visits end here. */
interface SettingCardProps {
  path: string
  icon: LucideIcon
  title: string
  text: string
  state: ReactNode
  /** True if the state wants something done. */
  isWarning?: boolean
}

export function SettingCard({ path, icon: Icon, title, text, state, isWarning = false }: SettingCardProps) {
  return (
    <Box to={path}>
      <Tile>
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      </Tile>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Title>{title}</Title>
        <Text>{text}</Text>
        <State sx={isWarning ? { color: color.warning, fontWeight: 560 } : undefined}>{state}</State>
      </div>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
    </Box>
  )
}
