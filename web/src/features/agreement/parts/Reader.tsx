import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useId, useState } from 'react'
import { color, type } from '@/theme/tokens'
import { CloseButton } from '@/ui/dialogParts'
import { PdfPages } from '@/ui/pdf/PdfPages'
import { agreement as texts } from '../messages'

const Head = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, flex: 'none', minHeight: 56, padding: '6px 8px 6px 16px', backgroundColor: color.surface, borderBottom: `1px solid ${color.line}` })
const Title = styled('h2')({ ...type.h2, flex: 1, minWidth: 0 })
const Body = styled('div')({ flex: 1, minHeight: 0, overflow: 'auto', padding: 8, backgroundColor: color.canvas, '&:focus-visible': { outlineOffset: -3 } })
const Foot = styled('div')({
  display: 'flex',
  gap: 8,
  flex: 'none',
  padding: '8px 12px calc(8px + env(safe-area-inset-bottom))',
  backgroundColor: color.surface,
  borderTop: `1px solid ${color.line}`,
  '& > *': { flex: 1 },
})

/** The theme leaves room around dialogs. */
const wholeScreen = { '&&': { margin: 0, maxHeight: 'none' }, display: 'flex', flexDirection: 'column' } as const
const zooms = [1, 1.5, 2, 3] as const
const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

/** All pages over the whole screen of a phone; a page as wide as the screen is small, so they grow. */
export function Reader({ content, title, onShown, onClose }: { content: Blob; title: string; onShown: (pages: number) => void; onClose: () => void }) {
  const id = useId()
  const [step, setStep] = useState(0)
  return (
    <Dialog open fullScreen transitionDuration={0} onClose={onClose} aria-labelledby={id} slotProps={{ paper: { sx: wholeScreen } }}>
      <Head>
        <Title id={id}>{title}</Title>
        <CloseButton onClose={onClose} />
      </Head>
      {/* A region that scrolls takes the focus, for the keyboard's arrows. */}
      <Body tabIndex={0} role="group" aria-labelledby={id}>
        <PdfPages content={content} zoom={zooms[step] ?? 1} onShown={onShown} />
      </Body>
      <Foot>
        <Button disabled={step === 0} onClick={() => setStep(step - 1)} startIcon={<ZoomOut {...icon} />}>
          {texts.smaller}
        </Button>
        <Button disabled={step === zooms.length - 1} onClick={() => setStep(step + 1)} startIcon={<ZoomIn {...icon} />}>
          {texts.larger}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {texts.done}
        </Button>
      </Foot>
    </Dialog>
  )
}
