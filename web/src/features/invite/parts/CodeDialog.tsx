import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { encode } from 'uqr'
import { common } from '@/lib/messages'
import { color, radius, type } from '@/theme/tokens'
import { PlainDialog } from '@/ui/PlainDialog'
import { invite as texts } from '../messages'

const Text = styled('p')({ ...type.body, color: color.muted, marginBottom: 16 })
// Black on white in both schemes: a camera reads it.
const Code = styled('svg')({ display: 'block', width: '100%', maxWidth: 320, margin: '0 auto', borderRadius: radius.tile, backgroundColor: '#fff' })

/** The link as a QR code, for a phone in the same room. */
export function CodeDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const { data, size } = encode(url, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])))
  return (
    <PlainDialog title={texts.qrCode} onClose={onClose} foot={<Button onClick={onClose}>{common.close}</Button>}>
      <Text>{texts.qrText}</Text>
      <Code role="img" aria-label={texts.qrPicture} viewBox={`0 0 ${String(size)} ${String(size)}`} shapeRendering="crispEdges">
        <path d={dark.join('')} fill="#000" />
      </Code>
    </PlainDialog>
  )
}
