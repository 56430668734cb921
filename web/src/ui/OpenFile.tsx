import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { showBlob, tabForLater } from './openBlob'

interface OpenFileProps {
  read: () => Promise<Blob>
  /** The name under which it is kept as a file. */
  name: string
  onError: (error: unknown) => void
  children: ReactNode
}

/** Opens a file in a tab of its own; its text begins where the text above and below begins. */
export function OpenFile({ read, name, onError, children }: OpenFileProps) {
  const open = async () => {
    const tab = tabForLater()
    try {
      showBlob(await read(), name, tab)
    } catch (error) {
      tab?.close()
      onError(error)
    }
  }
  return (
    <Button variant="text" onClick={() => void open()} sx={{ marginInline: '-8px', whiteSpace: 'normal', textAlign: 'inherit', overflowWrap: 'anywhere' }}>
      {children}
    </Button>
  )
}
