import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { fieldErrors, isRefused, userMessage } from '@/api/errors'
import type { OpenInvite, SignupDraft } from '@/api/signup'
import { londonDay } from '@/lib/civilDate'
import { count } from '@/lib/format'
import { media } from '@/theme/tokens'
import { DataNotice } from '@/ui/DataNotice'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { listMistakes, resolverOf } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { LinkPage } from '@/ui/LinkPage'
import { Notice } from '@/ui/Notice'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { StepBars } from '@/ui/Steps'
import { toasts } from '@/ui/toast/toasts'
import { useSendLater } from '@/ui/useSendLater'
import { signup as texts } from '../messages'
import { answerMistakes, answersOf, draftBody, lastStep, preselected, signupBody, stepNames, stepOf, stepWith, type Answers } from '../model'
import { useOpenInvite, useSubmitSignup } from '../queries'
import { useDraft } from '../useDraft'
import { Conflict } from './Conflict'
import { Confirmation, submittedOf, type Submitted } from './Confirmation'
import { GuarantorStep } from './GuarantorStep'
import { HomeStep } from './HomeStep'
import { Partner } from './Partner'
import { PersonalStep } from './PersonalStep'
import { Progress } from './Progress'
import { SaveLine } from './SaveLine'
import { WorkStep } from './WorkStep'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 20 })
const Buttons = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 10,
  marginTop: 8,
  // The next step comes first by keyboard, and stands last.
  flexDirection: 'row-reverse',
  justifyContent: 'flex-end',
  [media.mobile]: { '& > button': { minHeight: 46 }, '& > button:first-of-type': { flex: 1 } },
})

const pages = [PersonalStep, HomeStep, WorkStep, GuarantorStep] as const

/** The form of four steps. Its step is in the address, so that Back leads one back; its answers are kept while they are typed. */
interface WizardProps {
  invite: string
  open: OpenInvite
  /** The earlier answers; `null` for none. */
  draft: SignupDraft | null
  /** True if the mailed link leads to answers that are no longer kept. */
  isDraftGone: boolean
}

export function Wizard({ invite, open, draft, isDraftGone }: WizardProps) {
  const { organisationName: organisation, properties: homes } = open
  const [query] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  const [today] = useState(() => londonDay(new Date()))
  const wanted = { propertyId: query.get('propertyId'), roomId: query.get('roomId') }
  const chosen = preselected(homes, wanted, open)
  const form = useForm<Answers>({
    defaultValues: answersOf(draft, homes, chosen),
    resolver: resolverOf((values) => answerMistakes(values, homes, today)),
    shouldFocusError: false,
  })
  const { control, trigger, getFieldState, formState, subscribe, getValues, setError, reset } = form
  const values = useWatch({ control, compute: (all: Answers) => all })
  const asked = query.get('step') ?? (draft === null ? '1' : String(draft.step))
  const step = stepOf(asked, answerMistakes(values, homes, today))
  const [attempt, setAttempt] = useState({ step, count: 0 })
  const kept = useDraft(invite, draft)
  const submit = useSubmitSignup()
  const { refetch } = useOpenInvite(invite)
  const [done, setDone] = useState<Submitted | null>(submittedOf(state))
  useRecheck(form)

  const { change } = kept
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => (name === undefined ? undefined : change(draftBody(getValues(), homes, step))) }),
    [subscribe, getValues, change, homes, step],
  )

  const to = (next: number) => {
    const search = new URLSearchParams(query)
    search.set('step', String(next))
    return search.toString()
  }
  const go = (next: number) => void navigate({ search: to(next) }, { state })
  const fail = () => setAttempt({ step, count: attempt.step === step ? attempt.count + 1 : 1 })

  const next = async () => {
    if (!(await trigger(stepNames[step - 1]))) {
      fail()
      return
    }
    change(draftBody(getValues(), homes, step + 1))
    // Not being able to keep them holds nobody up: they are all sent at the end.
    await Promise.race([kept.flush(), new Promise((later) => setTimeout(later, 2_000))])
    go(step + 1)
  }
  const refuse = (error: unknown) => {
    const found = Object.entries(fieldErrors(error)).map(([name, text]) => [name === 'roomNumber' ? 'roomId' : name, text] as const)
    for (const [name, text] of found) setError(name as keyof Answers, { type: 'server', message: text })
    toasts.failure(texts.failed, userMessage(error, texts.failedText))
    if (isRefused(error, 409)) void refetch()
    const place = isRefused(error, 409) ? 2 : stepWith(found.map(([name]) => name))
    if (found.length > 0) setAttempt({ step: place, count: 1 })
    if (place !== step) go(place)
  }
  const send = async (answers: Answers) => {
    await kept.flush()
    const { id, statusUrl } = await submit.mutateAsync(signupBody(answers, homes, invite))
    kept.stop()
    const submitted = { id, statusUrl }
    setDone(submitted)
    toasts.success(texts.submitted, texts.submittedToast)
    void navigate({ search: to(lastStep + 1) }, { replace: true, state: { ...(state as object | null), submitted } })
  }
  const later = useSendLater(form, send, refuse)
  const finish = async () => {
    if (await trigger()) later.start(getValues())
    else fail()
  }

  if (done !== null) return <Confirmation submitted={done} organisation={organisation} />
  if (homes.length === 0) {
    return (
      <LinkPage title={texts.tab} whom={texts.whom(organisation)}>
        <EmptyState title={texts.noHomes} text={texts.noHomesText(organisation)} />
      </LinkPage>
    )
  }
  const title = texts.steps[step - 1] ?? ''
  const attempts = attempt.step === step ? attempt.count : 0
  const mistakes = listMistakes<keyof Answers>(stepNames[step - 1] ?? [], (name) => getFieldState(name, formState).error?.message)
  const homeLead = [texts.homeLead(count(homes.length, 'home is', 'homes are')), ...(chosen.propertyId === '' ? [] : [texts.homePreselected])].join(' ')
  const leads = [texts.personalLead, homeLead, texts.workLead, texts.guarantorLead]
  const Fields = pages[step - 1] ?? PersonalStep
  const isLast = step === lastStep
  return (
    <LinkPage
      title={title}
      tab={attempts > 0 && mistakes.length > 0 ? texts.error(title) : title}
      lead={leads[step - 1]}
      whom={texts.whom(organisation)}
      above={<StepBars text={texts.stepOf(step)} step={step} of={lastStep} aside={texts.duration} />}
      aside={<Progress homes={homes} values={values} step={step} onChange={go} />}
    >
      <FormProvider {...form}>
        {isDraftGone && step === 1 && <Notice title={texts.draftGone} text={texts.draftGoneText} />}
        {draft !== null && step === draft.step && attempts === 0 && kept.state.kind === 'idle' && (
          <Notice tone="success" title={texts.resumed} text={texts.resumedText} />
        )}
        {step === 2 && wanted.propertyId !== null && !homes.some(({ id }) => String(id) === wanted.propertyId) && (
          <Notice title={texts.homeLet} text={texts.homeLetText} />
        )}
        {kept.conflict !== undefined && (
          <Conflict
            onMine={kept.keepMine}
            onTheirs={() => {
              reset(answersOf(kept.conflict ?? null, homes, chosen))
              kept.takeTheirs()
            }}
          />
        )}
        <Form
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void (isLast ? finish() : next())
          }}
        >
          <ErrorSummary key={step} attempt={attempts} mistakes={mistakes} />
          <Fields homes={homes} offered={open} organisation={organisation} onChange={go} />
          {(isLast || later.isWaiting) && <SendLaterNotice later={later} />}
          <Buttons>
            <Button type="submit" variant="contained" loading={later.isSending} endIcon={isLast ? undefined : <ArrowRight size={17} strokeWidth={1.75} />}>
              {isLast ? submitName(texts.submit, later) : texts.next}
            </Button>
            {step > 1 && <Button onClick={() => go(step - 1)}>{texts.previous}</Button>}
          </Buttons>
        </Form>
        <SaveLine invite={invite} state={kept.state} isKept={draft !== null} email={values.email} flush={kept.flush} />
        {step === 2 && <Partner invite={invite} propertyId={values.propertyId} roomId={values.roomId} />}
        <DataNotice title={texts.notice} points={texts.noticePoints(organisation)} />
      </FormProvider>
    </LinkPage>
  )
}
