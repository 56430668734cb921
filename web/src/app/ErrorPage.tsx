import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useRouteError } from 'react-router'
import { common, errorPages } from '@/lib/messages'
import { color, radius, type } from '@/theme/tokens'
import { Page } from '@/ui/Page'

const Details = styled('details')({ '& summary': { cursor: 'pointer', width: 'fit-content', color: color.muted, paddingBlock: 4 } })
const Text = styled('pre')({
  ...type.small,
  overflowX: 'auto',
  margin: '8px 0 12px',
  padding: 14,
  border: `1px solid ${color.line}`,
  borderRadius: radius.tile,
  backgroundColor: color.surface,
  whiteSpace: 'pre-wrap',
})

/** A page that failed, within the frame: the way on, and what to tell us. */
export function ErrorPage() {
  const error = useRouteError()
  const [isCopied, setCopied] = useState(false)
  const details = describe(error)
  const copy = async () => {
    await navigator.clipboard.writeText(details)
    setCopied(true)
  }
  return (
    <Page title={errorPages.crashTitle} subtitle={errorPages.crashText}>
      <div>
        <Button variant="contained" onClick={() => location.reload()}>
          {common.retry}
        </Button>
      </div>
      <Details>
        <summary>{errorPages.details}</summary>
        <Text>{details}</Text>
        <Button onClick={() => void copy()}>{isCopied ? errorPages.copied : errorPages.copyDetails}</Button>
      </Details>
    </Page>
  )
}

function describe(error: unknown): string {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `${location.pathname}\n${new Date().toISOString()}\n${cause}`
}
