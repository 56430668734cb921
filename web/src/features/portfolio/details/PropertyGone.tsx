import Button from '@mui/material/Button'
import { details } from './messages'
import { Nothing } from './Section'

/** Says that there is no such property, or no longer. */
export function PropertyGone({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Nothing>{details.goneText}</Nothing>
      <Button onClick={onClose} sx={{ marginTop: '16px' }}>
        {details.goneBack}
      </Button>
    </>
  )
}
