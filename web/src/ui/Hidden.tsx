import { styled } from '@mui/material/styles'

/** Text for those who listen: takes no room and is not seen. */
export const Hidden = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})
