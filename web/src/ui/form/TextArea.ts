import { styled } from '@mui/material/styles'
import { controlStyle } from './controls'

/** Several lines of text. */
export const TextArea = styled('textarea')({ ...controlStyle, minHeight: 84, resize: 'vertical' })
