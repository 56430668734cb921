import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { common } from '@/lib/messages'
import { color, media, radius, type } from '@/theme/tokens'

const Box = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  padding: '14px 16px',
  borderRadius: radius.tile,
  backgroundColor: color.dangerSoft,
  [media.mobile]: { flexWrap: 'wrap' },
})

const Title = styled('p')({ ...type.body, fontWeight: 580 })
const Text = styled('p')({ ...type.body, color: color.muted })

/** The name of what could not be loaded, the reason, and the way to try again. */
interface LoadFailedProps {
  /** The missing thing, as the beginning of a sentence. */
  what: string
  /** The words that the specification has for it, in place of ours. */
  title?: string
  /** `500: Internal Server Error`. */
  cause: string
  onRetry: () => void
}

export function LoadFailed({ what, title, cause, onRetry }: LoadFailedProps) {
  return (
    <Box role="alert">
      <CircleAlert size={18} strokeWidth={1.75} color={color.danger} aria-hidden="true" style={{ flex: 'none' }} />
      <div style={{ flex: 1, minWidth: 180 }}>
        <Title>{title ?? common.couldNotLoad(what)}</Title>
        <Text>
          {cause.replace(/\.?$/, '.')} {common.unchanged}
        </Text>
      </div>
      <Button onClick={onRetry} startIcon={<RefreshCw size={15} strokeWidth={1.75} />}>
        {common.retry}
      </Button>
    </Box>
  )
}
