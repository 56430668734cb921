import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, useState, type ReactNode } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { fieldErrors, shortCause } from '@/api/errors'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { media } from '@/theme/tokens'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { listMistakes } from '@/ui/form/rules'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { SubPage } from '@/ui/SubPage'
import { toasts } from '@/ui/toast/toasts'
import { useIsMobile } from '@/ui/useIsMobile'
import { UnsavedGuard } from '@/ui/UnsavedGuard'
import { form as texts, menu } from '../messages'
import type { Settings } from '../model'
import { useSaveSettings, useSettings } from '../queries'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 20, [media.mobile]: { gap: 16 } })
const Foot = styled('div')({ display: 'flex', gap: 10, '& > *': { flex: 1 } })

/** The page that every sub-page leads back to. */
export const parent = { path: paths.settings, name: menu.title }

interface SettingsFormProps {
  title: string
  subtitle: string
  /** The content above and below the form, which saves by itself. */
  above?: ReactNode
  below?: ReactNode
  /** The fields, within the form. */
  children: ReactNode
}

/** A sub-page of settings: what it holds is saved as a whole with one save. */
export function SettingsForm(props: SettingsFormProps) {
  const { data, error, refetch } = useSettings()
  if (data !== undefined) return <LoadedForm saved={data} {...props} />
  const { title, subtitle } = props
  return (
    <SubPage title={title} subtitle={subtitle} parent={parent}>
      {error === null ? <Skeleton width="100%" height={260} /> : <LoadFailed what={menu.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
    </SubPage>
  )
}

function LoadedForm({ saved, title, subtitle, above, below, children }: SettingsFormProps & { saved: Settings }) {
  const id = useId()
  // Not followed by what changes elsewhere meanwhile: nobody's typing is replaced.
  const form = useForm<Settings>({ defaultValues: saved })
  const { isDirty, errors } = form.formState
  const [refusals, setRefusals] = useState(0)
  const { mutate, isPending } = useSaveSettings()
  const isMobile = useIsMobile()

  const save = (values: Settings) => {
    mutate(
      { ...saved, ...values },
      {
        onSuccess: (now) => {
          form.reset(now)
          toasts.success(texts.saved)
        },
        onError: (error) => {
          toasts.failure(texts.failed, texts.failedText)
          for (const [name, message] of Object.entries(fieldErrors(error))) {
            if (name in saved) form.setError(name as keyof Settings, { type: 'server', message })
          }
          setRefusals((count) => count + 1)
        },
      },
    )
  }
  const actions = (
    <>
      <Button component={Link} to={paths.settings}>
        {common.cancel}
      </Button>
      <Button type="submit" form={id} variant="contained" loading={isPending}>
        {texts.save}
      </Button>
    </>
  )
  return (
    <SubPage title={title} subtitle={subtitle} parent={parent} actions={actions}>
      {above}
      <FormProvider {...form}>
        <Form id={id} method="post" noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
          <ErrorSummary attempt={refusals} mistakes={listMistakes(Object.keys(saved) as (keyof Settings)[], (name) => errors[name]?.message)} />
          {children}
          {isMobile && <Foot>{actions}</Foot>}
        </Form>
      </FormProvider>
      {below}
      {isDirty && <UnsavedGuard isDirty={() => isDirty} />}
    </SubPage>
  )
}
