import { styled } from '@mui/material/styles'
import { color, media, type } from '@/theme/tokens'

const inside = { display: 'flex', flexDirection: 'column', gap: 16, padding: 20, [media.mobile]: { padding: 16 } } as const

/** The inside of a panel; the second is a form as a whole. */
export const Inside = styled('div')(inside)
export const InsideForm = styled('form')(inside)

/** Buttons beside each other; on phones two in a row. */
export const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, [media.mobile]: { '& > *': { flex: '1 1 40%' } } })

/** A quiet sentence. */
export const Quiet = styled('p')({ ...type.body, color: color.muted })
