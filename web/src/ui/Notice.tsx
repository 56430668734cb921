import { styled } from '@mui/material/styles'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { color, radius, type } from '@/theme/tokens'

const Box = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 14px',
  padding: '12px 16px',
  borderRadius: radius.tile,
  '& > svg': { flex: 'none' },
})
const Title = styled('p')({ ...type.body, fontWeight: 580 })
const Text = styled('p')({ ...type.body, color: color.muted })

const looks = {
  success: { icon: CircleCheck, ink: color.success, ground: color.successSoft },
  warning: { icon: TriangleAlert, ink: color.warning, ground: color.warningSoft },
  danger: { icon: CircleAlert, ink: color.danger, ground: color.dangerSoft },
}

/** Something that happened and wants to be known, with what can be done about it. */
interface NoticeProps {
  title: string
  text: string
  tone?: keyof typeof looks
  action?: ReactNode
}

export function Notice({ title, text, tone = 'warning', action }: NoticeProps) {
  const { icon: Icon, ink, ground } = looks[tone]
  return (
    <Box role="status" sx={{ backgroundColor: ground }}>
      <Icon size={18} strokeWidth={1.75} color={ink} aria-hidden="true" />
      <div style={{ flex: 1, minWidth: 200 }}>
        <Title>{title}</Title>
        <Text>{text}</Text>
      </div>
      {action}
    </Box>
  )
}
