import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { FormProvider, useForm, useWatch, type FieldPath } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useFormatter } from '@/api/account'
import type { AgreementProposal } from '@/api/agreements'
import { fieldErrors, userMessage } from '@/api/errors'
import { useUser } from '@/api/session'
import { londonDay } from '@/lib/civilDate'
import { agreementPath, applicationPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { listMistakes, resolverOf } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { InfoPanel } from '@/ui/InfoPanel'
import { SubPage } from '@/ui/SubPage'
import { toasts } from '@/ui/toast/toasts'
import { useIsMobile } from '@/ui/useIsMobile'
import { UnsavedGuard } from '@/ui/UnsavedGuard'
import { agreement } from '../messages'
import { useIssue } from '../queries'
import { drafts } from './drafts'
import { BillFields, LandlordGroup, MoreFields, RentFields } from './Fields'
import { IssueQuestion } from './IssueQuestion'
import { form as texts } from './messages'
import { OwnDocument } from './OwnDocument'
import { Preview, PreviewButton, type Kind } from './Preview'
import { Recipients } from './Recipients'
import { useDraft, usePreview, usePreviewMails } from './usePreview'
import { controlOf, termsMistakes, termsOf, termsOrder, valuesOf, type TermsValues } from './values'

const Columns = styled('div')({ display: 'grid', gap: 20, alignItems: 'start', [media.wide]: { gridTemplateColumns: 'minmax(0, 456px) minmax(0, 1fr)', gap: 32 } })
const Beside = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0, [media.wide]: { position: 'sticky', top: 0 } })
const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0, [media.mobile]: { gap: 12 } })
const Missing = styled('ul')({ paddingLeft: 18, listStyle: 'disc', marginTop: 4 })
const Foot = styled('div')({ display: 'flex', flexDirection: 'column', gap: 10 })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 10, [media.mobile]: { '& > button': { flex: 1 } } })
const Obstacle = styled('p')({ ...type.body, color: color.muted, [media.mobile]: { flexBasis: '100%' } })

interface TermsFormProps {
  applicationId: number
  subtitle: string
  proposal: AgreementProposal
  /** True if one that waits for signatures is replaced by this one. */
  replaces: boolean
}

/** Asks for the terms, filled in as proposed, beside the document that they become; missing facts are named first. */
export function TermsForm({ applicationId, subtitle, proposal, replaces }: TermsFormProps) {
  const format = useFormatter()
  const id = useId()
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const user = useUser().id
  const isOwn = proposal.nation !== 'England'
  const [kept] = useState(() => drafts.get(user, applicationId))
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [asked, setAsked] = useState<TermsValues>()
  const form = useForm<TermsValues>({
    // Not followed by what changes elsewhere meanwhile: nobody's typing is replaced.
    defaultValues: { ...valuesOf(proposal.terms), ...kept?.values },
    resolver: resolverOf((values) => termsMistakes(values, isOwn)),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { formState, handleSubmit, getFieldState, getValues, setError, setValue, register, reset } = form
  const { isDirty, submitCount, errors } = formState
  const issue = useIssue(applicationId, setShare)
  const { draft, isTyping } = useDraft(form)
  const preview = usePreview(applicationId, draft, !isOwn)
  const [kind, setKind] = useState<Kind>('agreement')
  // Where no sum is proposed, the application names nobody who could sign.
  const hasDeed = !isOwn && draft.guarantorSigns === true && proposal.terms.guaranteeLimit !== null
  const deed = usePreview(applicationId, { ...draft, deed: true }, hasDeed && (isMobile || kind === 'deed'))
  const shown = hasDeed ? kind : 'agreement'
  const mails = usePreviewMails(applicationId, draft)
  const attempt = submitCount + refusals
  const order = termsOrder(getValues())
  const obstacle = obstacleOf(termsMistakes({ ...getValues(), ...useWatch({ control: form.control }) } as TermsValues, isOwn))

  function obstacleOf(found: ReturnType<typeof termsMistakes>): string | undefined {
    const names = Object.keys(found)
    if (proposal.missing.length > 0) return texts.missingFirst
    if (names.some((name) => name.startsWith('landlord') || name.startsWith('joint'))) return texts.landlordFirst
    if (found.deposit !== undefined) return texts.depositFirst
    if (names.length > 0) return texts.fieldsFirst
    if (isOwn) return undefined
    if (preview.error !== null) return texts.previewFirst
    return preview.data === undefined || preview.isPlaceholderData || isTyping ? texts.previewMaking : undefined
  }

  const refuse = (error: unknown) => {
    setShare(null)
    for (const [name, text] of Object.entries(fieldErrors(error))) setError(controlOf(name) as FieldPath<TermsValues>, { type: 'server', message: text })
    setRefusals((count) => count + 1)
    toasts.failure(texts.failed, userMessage(error, texts.failedText))
  }
  const send = (values: TermsValues) =>
    issue.mutate(
      { terms: termsOf(values), file: isOwn ? file : null, landlord: values.keepLandlord ? values : undefined },
      {
        onSuccess: ({ isKept }) => {
          drafts.drop(user, applicationId)
          toasts.success(texts.issued, texts.issuedText)
          if (!isKept) toasts.failure(texts.keepFailed, texts.failedText)
          void navigate(agreementPath(applicationId), { replace: true })
        },
        onError: refuse,
        onSettled: () => setAsked(undefined),
      },
    )
  const keep = () => {
    const values = getValues()
    drafts.keep(user, applicationId, values)
    reset(values)
    toasts.success(texts.draftSaved, texts.draftSavedText)
  }
  const actions = (
    <Acts>
      {obstacle !== undefined && <Obstacle id={`${id}-obstacle`}>{obstacle}</Obstacle>}
      <Button onClick={keep}>{texts.saveDraft}</Button>
      <Button type="submit" form={id} variant="contained" loading={issue.isPending} disabled={obstacle !== undefined} aria-describedby={obstacle === undefined ? undefined : `${id}-obstacle`}>
        {texts.issue}
      </Button>
    </Acts>
  )
  return (
    <SubPage title={texts.title} subtitle={subtitle} parent={{ path: applicationPath(applicationId), name: agreement.toApplication }} actions={actions} width={isOwn ? 680 : 1240}>
      {isDirty && !issue.isSuccess && <UnsavedGuard isDirty={() => isDirty} />}
      {kept !== undefined && <InfoPanel tone="info" title={texts.draftTaken} text={texts.draftTakenText(format.longDate(londonDay(new Date(kept.at))))} />}
      {proposal.missing.length > 0 && (
        <InfoPanel tone="warning" title={texts.missing}>
          <Missing>
            {proposal.missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Missing>
        </InfoPanel>
      )}
      {replaces && <InfoPanel tone="warning" title={texts.replaces} text={texts.replacesText} />}
      <InfoPanel tone="info" title={isOwn ? texts.elsewhere(proposal.nation) : texts.england} text={texts.edition(format.longDate(proposal.edition))} />
      <FormProvider {...form}>
        <Columns sx={isOwn ? { '&&': { gridTemplateColumns: 'minmax(0, 1fr)' } } : undefined}>
          <Form id={id} method="post" noValidate onSubmit={(event) => void handleSubmit(setAsked)(event)}>
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
            <LandlordGroup />
            <RentFields depositCap={proposal.depositCap} agreedDeposit={proposal.agreedDeposit} />
            <BillFields />
            <MoreFields hasDeed={!isOwn} />
          </Form>
          <Beside>
            {!isOwn && isMobile && <PreviewButton preview={preview} kind="agreement" />}
            {hasDeed && isMobile && <PreviewButton preview={deed} kind="deed" />}
            {!isOwn && !isMobile && <Preview key={shown} preview={shown === 'deed' ? deed : preview} kind={shown} onKind={hasDeed ? setKind : undefined} />}
            <Recipients mails={mails.data} error={mails.error} onRetry={() => void mails.refetch()} />
          </Beside>
        </Columns>
      </FormProvider>
      {isMobile && <Foot>{actions}</Foot>}
      {asked !== undefined && <IssueQuestion mails={mails.data ?? []} isPending={issue.isPending} onIssue={() => send(asked)} onClose={() => setAsked(undefined)} />}
    </SubPage>
  )
}
