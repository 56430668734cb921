import Button from '@mui/material/Button'
import { useParams } from 'react-router'
import { endOfLink } from '@/api/errors'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { EndedLink } from '@/ui/EndedLink'
import { LinkPage } from '@/ui/LinkPage'
import { useLinkToken } from '@/ui/useLinkToken'
import { job as texts } from './messages'
import { JobDetails } from './parts/JobDetails'
import { useContractorJob } from './queries'

/** The word in the address in place of the secret. */
const placeholder = 'yours'

/** /job/…: a job by its contractor's private link. Opening it changes nothing. */
export function Component() {
  const { token: linked = '' } = useParams()
  // The secret leaves the address at once.
  const token = useLinkToken(linked === placeholder ? null : linked, paths.job.replace(':token', placeholder))
  const { data, error, refetch } = useContractorJob(token)
  const { invalid, invalidText, invalidNext, closedText, closedNext } = texts
  const end = endOfLink(error, token === '')
  if (end !== undefined) return <EndedLink {...{ end, invalid, invalidText, invalidNext, closedText, closedNext }} />
  if (data !== undefined) return <JobDetails token={token} job={data} />
  if (error !== null) {
    return (
      <LinkPage title={texts.openFailed} lead={<span role="alert">{texts.openFailedText}</span>}>
        <div>
          <Button variant="contained" size="large" onClick={() => void refetch()}>
            {common.retry}
          </Button>
        </div>
      </LinkPage>
    )
  }
  return <LinkPage title={texts.loading} lead={<span role="status">{texts.loadingText}</span>} />
}
