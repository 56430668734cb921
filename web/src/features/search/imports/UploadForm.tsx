import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { FileInput } from 'lucide-react'
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { fieldErrors, titledMessage } from '@/api/errors'
import { useSendListings, type ListingFormat } from '@/api/listings'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { DropZone } from '@/ui/DropZone'
import { Input } from '@/ui/form/controls'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { Field, FieldError } from '@/ui/form/Field'
import { listMistakes, resolverOf } from '@/ui/form/rules'
import { Select } from '@/ui/form/Select'
import { ProgressBar } from '@/ui/ProgressBar'
import { toasts } from '@/ui/toast/toasts'
import { useUpload } from '@/ui/useUpload'
import { imports as texts } from './messages'
import { formatOf, formats, noUpload, sizeOf, sourceOf, uploadMistakes, uploadOrder, withFormat, type UploadValues } from './model'

const Box = styled(Card)({ padding: '18px 20px 20px', [media.mobile]: { padding: 16 } })
const Title = styled('h2')(type.h2Large)
const Text = styled('p')({ ...type.body, color: color.muted, marginBottom: 16 })
const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 16 })
const Pair = styled('div')({ display: 'grid', gap: 16, alignItems: 'end', [media.desktop]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } })
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 })

/** Takes a file of listings, with its format and who it is from. */
export function UploadForm() {
  const navigate = useNavigate()
  const form = useForm<UploadValues>({ defaultValues: noUpload, resolver: resolverOf(uploadMistakes), shouldFocusError: false })
  const { register, control, formState, getValues, reset, setError, setValue, clearErrors, getFieldState } = form
  const sendListings = useSendListings()
  const format = useWatch({ control, name: 'format' })
  const { share, start, stop } = useUpload((file: File, onProgress, signal) => {
    const { format, source } = getValues()
    return sendListings({ file, format: format as ListingFormat, source: source.trim() }, onProgress, signal)
  })
  const choose = (chosen: ListingFormat | '') => {
    const { source } = withFormat(getValues(), chosen)
    setValue('format', chosen)
    setValue('source', source)
    if (chosen !== '') clearErrors('format')
    if (source !== '') clearErrors('source')
  }
  const take = (file: File) => {
    setValue('file', file)
    clearErrors('file')
    const guess = formatOf(file.name)
    if (getValues().format === '' && guess !== '') choose(guess)
  }
  const submit = async ({ file }: UploadValues) => {
    if (file === null) return
    try {
      const begun = await start(file)
      toasts.success(texts.begun, texts.begunText)
      reset(noUpload)
      void navigate({ search: `import=${String(begun.id)}` }, { preventScrollReset: true })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      const found = fieldErrors(error)
      for (const name of uploadOrder) if (found[name] !== undefined) setError(name, { type: 'server', message: found[name] })
      const { title, text } = titledMessage(error, texts.failedText)
      toasts.failure(title ?? texts.failed, text)
    }
  }
  return (
    <Box aria-label={texts.upload}>
      <Title>{texts.upload}</Title>
      <Text>{texts.uploadText}</Text>
      <FormProvider {...form}>
        <Form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
          <ErrorSummary attempt={formState.submitCount} mistakes={listMistakes(uploadOrder, (name) => getFieldState(name, formState).error?.message)} />
          <Controller
            control={control}
            name="file"
            render={({ field, fieldState: { error } }) => (
              <div>
                {error?.message !== undefined && <FieldError id="listing-file-error" text={error.message} />}
                <DropZone
                  label={texts.file}
                  name="file"
                  text={field.value === null ? texts.drop : texts.chosen(field.value.name, sizeOf(field.value.size))}
                  textOver={texts.dropNow}
                  button={field.value === null ? texts.choose : texts.other}
                  icon={FileInput}
                  accept=".blm,.zip,.json,.xml,.csv"
                  onFiles={([file]) => file && take(file)}
                />
              </div>
            )}
          />
          <Pair>
            <Field label={texts.format} hint={(format !== '' && texts.formatHints[format]) || texts.formatHint} error={formState.errors.format?.message}>
              {(props) => (
                <Select {...props} {...register('format', { onChange: ({ target }: { target: { value: ListingFormat | '' } }) => choose(target.value) })}>
                  <option value="">{texts.chooseFormat}</option>
                  {formats.map((each) => (
                    <option key={each} value={each}>
                      {texts.formats[each]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={texts.source} hint={texts.sourceHint} error={formState.errors.source?.message}>
              {(props) => <Input {...props} {...register('source')} maxLength={50} list="listing-sources" autoComplete="off" />}
            </Field>
            <datalist id="listing-sources">
              {[...new Set([...Object.values(sourceOf), 'OnTheMarket'])].filter(Boolean).map((source) => (
                <option key={source} value={source} />
              ))}
            </datalist>
          </Pair>
          {share !== null && <ProgressBar label={share < 1 ? texts.uploading(Math.round(share * 100)) : texts.sent} share={share} />}
          <Foot>
            <Button type="submit" variant="contained" loading={share !== null}>
              {texts.submit}
            </Button>
            {share !== null && share < 1 && <Button onClick={stop}>{texts.stop}</Button>}
          </Foot>
        </Form>
      </FormProvider>
    </Box>
  )
}
