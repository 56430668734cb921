import { styled } from '@mui/material/styles'

/** The fields of a dialog below each other. */
export const DialogForm = styled('form')({ display: 'flex', flexDirection: 'column', gap: 20 })
