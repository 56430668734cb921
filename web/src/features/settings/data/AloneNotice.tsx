import { useQuery } from '@tanstack/react-query'
import { api } from '@/api/client'
import { analyticsQuery } from '@/api/properties'
import { useUser } from '@/api/session'
import { count } from '@/lib/format'
import { Notice } from '@/ui/Notice'
import { removal as texts } from './messages'

/** Says what else goes with the account of the only member: the organisation, with its portfolio. */
export function AloneNotice() {
  const { organisation } = useUser()
  const { data: members } = useQuery(api.queryOptions('get', '/api/members'))
  const { data: portfolio } = useQuery(analyticsQuery())
  if (organisation === null || members?.length !== 1 || portfolio === undefined) return null
  const properties = portfolio.activeProperties
  return (
    <Notice
      tone="danger"
      title={texts.alone(organisation.name)}
      text={properties === 0 ? texts.aloneEmpty : texts.aloneText(count(properties, 'property', 'properties'))}
    />
  )
}
