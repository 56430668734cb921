import { useEffect, useState } from 'react'

/** An address for bytes that came by a call, for as long as what shows them is there; empty until then. */
export function useObjectUrl(blob: Blob | undefined): string {
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the address is a resource that has to be given back
    setUrl(made)
    return () => {
      setUrl('')
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}
