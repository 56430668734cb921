import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Nation } from '@/api/nations'
import { userMessage } from '@/api/errors'
import type { Property } from '@/api/properties'
import { Writers } from '@/api/session'
import { common } from '@/lib/messages'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { toasts } from '@/ui/toast/toasts'
import { nationTexts as texts } from '../nation.messages'
import { districtOf } from '../nations'
import { useUpdateProperty } from '../property.queries'

const Above = styled('div')({ marginBottom: 28 })
const Choices = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10 })

/** Asks in which nation a home is whose district has homes of two. */
export function NationPrompt({ property }: { property: Property }) {
  const { mutate, isPending } = useUpdateProperty()
  const [asked, setAsked] = useState<Nation>()
  const { nation, otherNation } = property
  if (!property.nationToConfirm || nation === null || otherNation === null) return null
  const save = (chosen: Nation) =>
    mutate(
      { property, change: { nation: chosen } },
      {
        onSuccess: () => toasts.success(texts.changed, texts.saved(chosen)),
        onError: (error) => toasts.failure(texts.failed, userMessage(error, texts.failedText)),
        onSettled: () => setAsked(undefined),
      },
    )
  // With the nation that was taken all along, nothing changes.
  const choose = (chosen: Nation) => (chosen !== nation && property.tenancyActive ? setAsked(chosen) : save(chosen))
  return (
    <Above>
      <Notice
        title={texts.promptTitle}
        text={texts.promptText(districtOf(property.postcode), nation, otherNation)}
        action={
          <Writers>
            <Choices>
              {[nation, otherNation].map((each) => (
                <Button key={each} disabled={isPending} onClick={() => choose(each)}>
                  {texts.isIn(each)}
                </Button>
              ))}
            </Choices>
          </Writers>
        }
      />
      {asked !== undefined && (
        <ConfirmDialog
          title={texts.confirmTitle(asked)}
          text={texts.confirmText}
          confirm={texts.confirm(asked)}
          cancel={common.cancel}
          isPending={isPending}
          onConfirm={() => save(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </Above>
  )
}
