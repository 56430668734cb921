import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { FileText, Upload } from 'lucide-react'
import { useRef } from 'react'
import { userMessage } from '@/api/errors'
import { upload } from '@/api/upload'
import { emptyFile } from '@/lib/emptyFile'
import { color, type } from '@/theme/tokens'
import { Field } from '@/ui/form/Field'
import { ProgressBar } from '@/ui/ProgressBar'
import { toasts } from '@/ui/toast/toasts'
import { useUpload, type SendFile } from '@/ui/useUpload'
import { certificateForm, compliance } from '../messages'
import { largestFile } from '../model'

const Row = styled('div')({ ...type.body, display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px 12px' })
const Attached = styled('a')({ display: 'inline-flex', alignItems: 'center', gap: 6, minHeight: 36 })
const Picker = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0 })

const sendDocument: SendFile = (file, onProgress, signal) => upload(file, 'document', onProgress, signal)

/** A certificate's document: uploaded at once, with its progress, and opened in a tab of its own. */
export function DocumentField({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  const { share, start } = useUpload(sendDocument)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size === 0) {
      toasts.failure(emptyFile.title, emptyFile.text(file.name))
      return
    }
    if (file.size > largestFile) { toasts.failure(certificateForm.tooLarge, certificateForm.tooLargeText); return; }
    try {
      onChange(await start(file))
    } catch (error) {
      toasts.failure(certificateForm.uploadFailed, userMessage(error, certificateForm.uploadFailedText))
    }
  }
  return (
    <Field label={certificateForm.document} hint={certificateForm.documentHint} isOptional>
      {(control) => (
        <Row>
          <Picker
            {...control}
            ref={picker}
            type="file"
            tabIndex={-1}
            accept="application/pdf,image/png,image/jpeg,image/gif"
            onChange={({ target }) => {
              void take(target.files?.[0])
              target.value = ''
            }}
          />
          {share !== null && (
            <div style={{ flex: 1 }}>
              <ProgressBar label={certificateForm.uploading(Math.round(share * 100))} share={share} />
            </div>
          )}
          {share === null && url !== '' && (
            <Attached href={url} target="_blank" rel="noopener">
              <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
              {compliance.open}
            </Attached>
          )}
          {share === null && (
            <Button onClick={() => picker.current?.click()} startIcon={<Upload size={16} strokeWidth={1.75} />}>
              {url === '' ? certificateForm.chooseFile : certificateForm.replace}
            </Button>
          )}
          {share === null && url !== '' && (
            <Button variant="text" sx={{ color: color.muted }} onClick={() => onChange('')}>
              {certificateForm.remove}
            </Button>
          )}
        </Row>
      )}
    </Field>
  )
}
