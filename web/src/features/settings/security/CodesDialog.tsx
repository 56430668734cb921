import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { media, type } from '@/theme/tokens'
import { useIsMobile } from '@/ui/useIsMobile'
import { twoFactor as texts } from './messages'
import { RecoveryCodes } from './RecoveryCodes'

const Box = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, padding: '22px 24px 20px', [media.mobile]: { padding: 16 } })
const Title = styled('h2')(type.h2Large)

/** The recovery codes, shown once: it closes by its button alone, so that a slip does not lose them. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const id = useId()
  const isMobile = useIsMobile()
  return (
    <Dialog open fullScreen={isMobile} aria-labelledby={id} slotProps={{ paper: { sx: { width: '100%', [media.desktop]: { maxWidth: 480 } } } }}>
      <Box>
        <Title id={id}>{texts.codesTitle}</Title>
        <RecoveryCodes codes={codes} />
        <Button variant="contained" onClick={onClose} sx={{ alignSelf: 'flex-end' }}>
          {texts.kept}
        </Button>
      </Box>
    </Dialog>
  )
}
