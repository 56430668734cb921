import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useFormContext } from 'react-hook-form'
import { userMessage } from '@/api/errors'
import { NotAllowed, usePush, usePushState, useShowTest } from '@/api/push'
import { paths } from '@/lib/paths'
import { SettingRow } from '@/ui/SettingRow'
import { toasts } from '@/ui/toast/toasts'
import { push as texts } from '../messages'
import type { Settings } from '../model'
import { useSaveSettings, useSettings } from '../queries'

const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })

/** Push messages in the browser that is in use: the browser is asked only when somebody presses. */
export function PushHere() {
  const { data: state, isError } = usePushState()
  const hint = isError ? texts.unknown : state && texts[state]
  return (
    <SettingRow label={texts.here} hint={<span role="status">{hint}</span>} isWide>
      {state === 'off' && <TurnOn />}
      {state === 'on' && <TurnOff />}
    </SettingRow>
  )
}

function TurnOn() {
  const turnOn = usePush('turnOn')
  const switchOn = useSwitchOn()
  const press = () =>
    turnOn.mutate(undefined, {
      onSuccess: () => {
        switchOn()
        toasts.success(texts.turnedOn)
      },
      onError: (error) => {
        if (error instanceof NotAllowed) toasts.failure(texts.notAllowed, texts.notAllowedText)
        else toasts.failure(texts.onFailed, userMessage(error, texts.tryAgain))
      },
    })
  return (
    <Button loading={turnOn.isPending} onClick={press}>
      {texts.turnOn}
    </Button>
  )
}

/** Returns the function that turns the account's switch for push messages on, at once and without anything else that was typed. */
function useSwitchOn(): () => void {
  const { data: saved } = useSettings()
  const save = useSaveSettings()
  const { resetField, setValue } = useFormContext<Settings>()
  return () => {
    if (saved === undefined) return
    save.mutate(
      { ...saved, pushNotifications: true },
      {
        onSuccess: (now) => {
          resetField('pushNotifications', { defaultValue: true })
          if (now !== undefined) setValue('version', now.version)
        },
        onError: () => setValue('pushNotifications', true, { shouldDirty: true }),
      },
    )
  }
}

function TurnOff() {
  const turnOff = usePush('turnOff')
  const test = useShowTest()
  const press = () =>
    turnOff.mutate(undefined, {
      onSuccess: () => toasts.success(texts.turnedOff),
      onError: (error) => toasts.failure(texts.offFailed, userMessage(error, texts.tryAgain)),
    })
  const show = () =>
    test.mutate({ title: texts.testTitle, body: texts.testText, url: paths.settingsNotifications }, { onSuccess: () => toasts.success(texts.testShown, texts.testShownText) })
  return (
    <Acts>
      <Button onClick={show}>{texts.test}</Button>
      <Button loading={turnOff.isPending} onClick={press}>
        {texts.turnOff}
      </Button>
    </Acts>
  )
}
