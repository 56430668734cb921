import { useLocation, useParams } from 'react-router'
import { useLinkToken } from '@/ui/useLinkToken'

/** The word in the address in place of the secret. */
const placeholder = 'form'

/** The secret of the link, which leaves the address at once. */
export function useReferenceToken(): string {
  const { token = '' } = useParams()
  const { pathname } = useLocation()
  const isBare = token === placeholder
  return useLinkToken(isBare ? null : token, `${pathname.slice(0, pathname.lastIndexOf('/'))}/${placeholder}`)
}
