import { useEffect, useState } from 'react'

/** The time for which something is said to be copied, in milliseconds (docs/reference/screens/invite-tenants.md S2 9). */
const copiedFor = 2_000

/** Copies a text, and says for a while that it did; `false` where the browser does not let it. */
export function useCopy(): { isCopied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copiedAt, setCopiedAt] = useState<number>()
  useEffect(() => {
    if (copiedAt === undefined) return
    const timer = setTimeout(() => setCopiedAt(undefined), copiedFor)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return false
    }
    setCopiedAt(performance.now())
    return true
  }
  return { isCopied: copiedAt !== undefined, copy }
}
