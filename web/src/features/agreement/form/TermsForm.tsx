import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { FormProvider, useForm, type FieldPath } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { useFormatter } from '@/api/account'
import type { AgreementProposal } from '@/api/agreements'
import { fieldErrors, userMessage } from '@/api/errors'
import { common } from '@/lib/messages'
import { agreementPath, applicationPath } from '@/lib/paths'
import { media } from '@/theme/tokens'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { listMistakes, resolverOf } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { Hidden } from '@/ui/Hidden'
import { InfoPanel } from '@/ui/InfoPanel'
import { SubPage } from '@/ui/SubPage'
import { toasts } from '@/ui/toast/toasts'
import { useIsMobile } from '@/ui/useIsMobile'
import { UnsavedGuard } from '@/ui/UnsavedGuard'
import { agreement } from '../messages'
import { useIssue } from '../queries'
import { BillFields, LandlordFields, MoreFields, RentFields } from './Fields'
import { form as texts } from './messages'
import { OwnDocument } from './OwnDocument'
import { controlOf, termsMistakes, termsOf, termsOrder, valuesOf, type TermsValues } from './values'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 16, [media.mobile]: { gap: 12 } })
const Missing = styled('ul')({ paddingLeft: 18, listStyle: 'disc', marginTop: 4 })
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 10, [media.mobile]: { '& > *': { flex: 1 } } })

interface TermsFormProps {
  applicationId: number
  subtitle: string
  proposal: AgreementProposal
  /** Whether one waits for signatures that this one takes the place of. */
  replaces: boolean
}

/** What an agreement says, filled in as proposed; what is missing is said before. */
export function TermsForm({ applicationId, subtitle, proposal, replaces }: TermsFormProps) {
  const format = useFormatter()
  const id = useId()
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const isOwn = proposal.nation !== 'England'
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [refusals, setRefusals] = useState(0)
  const form = useForm<TermsValues>({
    // Not followed by what changes elsewhere meanwhile: nobody's typing is replaced.
    defaultValues: valuesOf(proposal.terms),
    resolver: resolverOf((values) => termsMistakes(values, isOwn)),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { formState, handleSubmit, getFieldState, setError, setValue, register } = form
  const { isDirty, submitCount, errors } = formState
  const issue = useIssue(applicationId, setShare)
  const isBlocked = proposal.missing.length > 0
  const attempt = submitCount + refusals
  const order = termsOrder(form.getValues())
  const refuse = (error: unknown) => {
    setShare(null)
    for (const [name, text] of Object.entries(fieldErrors(error))) setError(controlOf(name) as FieldPath<TermsValues>, { type: 'server', message: text })
    setRefusals((count) => count + 1)
    toasts.failure(texts.failed, userMessage(error, texts.failedText))
  }
  const send = (values: TermsValues) =>
    issue.mutate(
      { terms: termsOf(values), file: isOwn ? file : null },
      {
        onSuccess: () => {
          toasts.success(texts.issued, texts.issuedText)
          void navigate(agreementPath(applicationId), { replace: true })
        },
        onError: refuse,
      },
    )
  const actions = (
    <>
      <Button component={Link} to={applicationPath(applicationId)}>
        {common.cancel}
      </Button>
      <Button type="submit" form={id} variant="contained" loading={issue.isPending} disabled={isBlocked} aria-describedby={isBlocked ? `${id}-missing` : undefined}>
        {texts.issue}
      </Button>
    </>
  )
  return (
    <SubPage title={texts.title} subtitle={subtitle} parent={{ path: applicationPath(applicationId), name: agreement.toApplication }} actions={actions}>
      {isDirty && !issue.isSuccess && <UnsavedGuard isDirty={() => isDirty} />}
      {isBlocked && (
        <InfoPanel tone="warning" title={texts.missing}>
          <Missing>
            {proposal.missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Missing>
          <Hidden id={`${id}-missing`}>{texts.missingFirst}</Hidden>
        </InfoPanel>
      )}
      {replaces && <InfoPanel tone="warning" title={texts.replaces} text={texts.replacesText} />}
      <InfoPanel tone="info" title={isOwn ? texts.elsewhere(proposal.nation) : texts.england} text={texts.edition(format.longDate(proposal.edition))} />
      <FormProvider {...form}>
        <Form id={id} method="post" noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
          <ErrorSummary attempt={attempt} mistakes={listMistakes(order, (name) => getFieldState(name, formState).error?.message)} />
          {isOwn && (
            <>
              <input type="hidden" {...register('file')} />
              <OwnDocument
                file={file}
                error={errors.file?.message}
                share={share}
                onChoose={(chosen) => {
                  setFile(chosen)
                  setValue('file', chosen.name, { shouldDirty: true, shouldValidate: formState.isSubmitted })
                }}
              />
            </>
          )}
          <LandlordFields />
          <RentFields depositCap={proposal.depositCap} />
          <BillFields />
          <MoreFields />
        </Form>
      </FormProvider>
      {isMobile && <Foot>{actions}</Foot>}
    </SubPage>
  )
}
