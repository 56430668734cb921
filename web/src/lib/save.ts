/** Has the browser save a file under this name. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has begun to read it by the time this runs.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
