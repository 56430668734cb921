import { styled } from '@mui/material/styles'
import { media } from '@/theme/tokens'

/** The panels of a home: two columns where there is room. */
export const Lower = styled('div')({ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'start', [media.widest]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' } })
export const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 })

/** A way to reach somebody, as high as a thumb wants it. */
export const Way = styled('a')({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44, marginBlock: -6 } })
