import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { color, radius } from '@/theme/tokens'

/** A row with the name at its left and a button at its right, in the bar and in the menu. */
export const BarTop = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', height: '100%' })

/** A button that is an icon. */
export const BarButton = styled(ButtonBase)({ width: 44, height: 44, borderRadius: radius.control, color: color.ink })
