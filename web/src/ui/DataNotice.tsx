import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { color, media, type } from '@/theme/tokens'

const Box = styled('details')({
  ...type.small,
  color: color.muted,
  '& > summary': { width: 'fit-content', paddingBlock: 4, fontWeight: 560, color: color.accent, cursor: 'pointer', [media.mobile]: { paddingBlock: 13 } },
  '& > ul': { display: 'flex', flexDirection: 'column', gap: 6, marginTop: 8, paddingLeft: 18, listStyle: 'disc' },
})

/** Says what happens with the answers of a form: who has them, why, for how long, and what one may ask for. It opens where it stands. */
export function DataNotice({ title, points }: { title: string; points: readonly ReactNode[] }) {
  return (
    <Box>
      <summary>{title}</summary>
      <ul>
        {points.map((point, index) => (
          <li key={index}>{point}</li>
        ))}
      </ul>
    </Box>
  )
}
