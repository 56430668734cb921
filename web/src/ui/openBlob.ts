const shownByBrowsers = new Set(['application/pdf', 'image/jpeg', 'image/png'])
const aMinute = 60_000

/** A tab for something that is still on its way: browsers open one only while somebody presses something. */
export const tabForLater = (): Window | null => window.open('', '_blank')

/** Shows the bytes in the tab; what is neither picture nor PDF, or has no tab, is kept as a file. */
export function showBlob(blob: Blob, name: string, tab: Window | null): void {
  const url = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(url), aMinute)
  if (tab !== null && shownByBrowsers.has(blob.type)) {
    tab.location.replace(url)
    return
  }
  tab?.close()
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
