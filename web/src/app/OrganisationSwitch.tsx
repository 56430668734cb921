import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { userMessage } from '@/api/errors'
import { api } from '@/api/client'
import { useBeginSession } from '@/api/session'
import { paths } from '@/lib/paths'
import { Hidden } from '@/ui/Hidden'
import { Select } from '@/ui/form/Select'
import { toasts } from '@/ui/toast/toasts'
import { organisations as texts } from './organisations.messages'

const Box = styled('label')({ display: 'block', padding: '0 8px 8px' })

/** Chooses the organisation to act for, for those who belong to several. */
export function OrganisationSwitch() {
  const { data } = useQuery(api.queryOptions('get', '/api/organisations'))
  const { mutate, isPending } = api.useMutation('post', '/api/auth/organisation')
  const begin = useBeginSession()
  const navigate = useNavigate()
  if (data === undefined || data.length < 2) return null
  const choose = (organisationId: number) =>
    mutate(
      { body: { organisationId } },
      {
        onSuccess: (reply) => {
          // The open page belongs to the organisation before.
          void navigate(paths.home)
          begin(reply)
        },
        onError: (error) => toasts.failure(texts.failed, userMessage(error, texts.failedText)),
      },
    )
  return (
    <Box>
      <Hidden>{texts.label}</Hidden>
      <Select value={data.find(({ active }) => active)?.id} disabled={isPending} onChange={({ target }) => choose(Number(target.value))}>
        {data.map(({ id, name, grade }) => (
          <option key={id} value={id}>
            {texts.option(name, grade)}
          </option>
        ))}
      </Select>
    </Box>
  )
}
