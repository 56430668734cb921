import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { londonDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { toasts } from '@/ui/toast/toasts'
import { bank as texts } from '../messages'
import { useBankLayouts, useForgetLayout } from '../queries'

const List = styled('ul')({ '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Row = styled('li')({ ...type.body, display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2px 16px', padding: '8px 20px', [media.mobile]: { paddingInline: 16 } })
const Name = styled('span')({ minWidth: 0, overflowWrap: 'anywhere', fontWeight: 560 })
const Quiet = styled('span')({ ...type.small, display: 'block', fontWeight: 400, color: color.muted })

/** The layouts that were named once; files like them are read by themselves. */
export function Layouts() {
  const format = useFormatter()
  const { data = [] } = useBankLayouts()
  const { mutate, isPending, variables } = useForgetLayout()
  if (data.length === 0) return null
  return (
    <Panel title={texts.layouts}>
      <List aria-label={texts.layouts}>
        {data.map(({ id, name, header, usedAt }) => (
          <Row key={id}>
            <Name>
              {name}
              <Quiet>
                {header.join(', ')}; {texts.layoutUsed(format.date(londonDay(new Date(usedAt))))}
              </Quiet>
            </Name>
            <Writers>
              <Button
                aria-label={texts.forgetLayout(name)}
                loading={isPending && variables === id}
                onClick={() =>
                  mutate(id, {
                    onSuccess: () => toasts.success(texts.forgot, texts.forgotText(name)),
                    onError: (error) => toasts.failure(common.error, userMessage(error, texts.forgetFailed)),
                  })
                }
              >
                {texts.forget}
              </Button>
            </Writers>
          </Row>
        ))}
      </List>
    </Panel>
  )
}
