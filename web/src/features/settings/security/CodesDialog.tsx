import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { PlainDialog } from '@/ui/PlainDialog'
import { twoFactor as texts } from './messages'
import { RecoveryCodes } from './RecoveryCodes'

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16 })

/** The recovery codes, shown once: it closes by its button alone, so that a slip does not lose them. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <PlainDialog
      title={texts.codesTitle}
      foot={
        <Button variant="contained" onClick={onClose}>
          {texts.kept}
        </Button>
      }
    >
      <Stack>
        <RecoveryCodes codes={codes} />
      </Stack>
    </PlainDialog>
  )
}
