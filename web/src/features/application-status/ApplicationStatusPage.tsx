import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { applicationNumber, homeName } from '@/lib/applications'
import { paths } from '@/lib/paths'
import { idOf, withList } from '@/lib/query'
import { EmptyState } from '@/ui/EmptyState'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { status as texts } from './messages'
import { Details } from './parts/Details'
import { useOwnApplication, useOwnApplications } from './queries'

const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 20, maxWidth: 720 })

/** /tenant-status for who is signed in: the first application, or the one that the address names. */
export function Component() {
  const format = useFormatter()
  const [query, setQuery] = useSearchParams()
  const { data: list, error, refetch } = useOwnApplications()
  const asked = idOf(query.get('application'))
  const chosen = list?.find(({ id }) => id === asked) ?? list?.[0]
  const one = useOwnApplication(chosen?.id)
  const failed = list === undefined ? error : one.data === undefined ? one.error : null
  const retry = () => void (list === undefined ? refetch() : one.refetch())
  return (
    <Page title={texts.title} subtitle={chosen === undefined ? undefined : homeName(chosen)}>
      <Column>
        {failed !== null && <LoadFailed what={list === undefined ? texts.list : texts.one} cause={shortCause(failed)} onRetry={retry} />}
        {list?.length === 0 && (
          <EmptyState
            title={texts.empty}
            text={texts.emptyText}
            action={
              <Button component={Link} to={paths.tenantApply} variant="contained">
                {texts.apply}
              </Button>
            }
          />
        )}
        {list !== undefined && list.length > 1 && (
          <Field label={texts.choose}>
            {(control) => (
              <Select {...control} value={chosen?.id} onChange={({ target }) => setQuery((before) => withList(before, { application: target.value }), { replace: true })}>
                {list.map((application) => (
                  <option key={application.id} value={application.id}>
                    {texts.option(applicationNumber(application.id), homeName(application))}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {one.data !== undefined && <Details key={one.data.id} application={one.data} access={{ id: one.data.id }} format={format} />}
        {failed === null && one.data === undefined && list?.length !== 0 && <Skeleton width="100%" height={320} />}
      </Column>
    </Page>
  )
}
