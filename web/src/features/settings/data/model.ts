const step = 1000
const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** The size of a file as file managers write it: `1 byte`, `12 KB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let [size, unit] = [bytes, 0]
  while (size >= step && unit < units.length - 1) {
    size /= step
    unit += 1
  }
  const digits = unit > 1 && size < 100 ? 1 : 0
  return `${size.toFixed(digits)} ${units[unit] ?? ''}`
}
