import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Field } from '@/ui/form/Field'
import { ProgressBar } from '@/ui/ProgressBar'
import { Group } from './Fields'
import { form as texts } from './messages'

const Picker = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' })
const Chosen = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12, overflowWrap: 'anywhere' })

interface OwnDocumentProps {
  file: File | null
  error: string | undefined
  /** The share of the file that is sent, from 0 to 1; null while none is. */
  share: number | null
  onChoose: (file: File) => void
}

/** The landlord's own PDF, where the law of another nation applies. */
export function OwnDocument({ file, error, share, onChoose }: OwnDocumentProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <Group>
      <h2>{texts.document}</h2>
      <Field label={texts.document} hint={texts.documentHint} error={error}>
        {(control) => (
          <Chosen>
            <Picker
              {...control}
              ref={picker}
              type="file"
              tabIndex={-1}
              accept="application/pdf"
              onChange={({ target }) => {
                const chosen = target.files?.[0]
                if (chosen !== undefined) onChoose(chosen)
                target.value = ''
              }}
            />
            {file !== null && <span>{file.name}</span>}
            <Button name="file" onClick={() => picker.current?.click()} startIcon={<Upload size={16} strokeWidth={1.75} />}>
              {file === null ? texts.chooseFile : texts.otherFile}
            </Button>
          </Chosen>
        )}
      </Field>
      {share !== null && <ProgressBar label={texts.document} share={share} />}
    </Group>
  )
}
