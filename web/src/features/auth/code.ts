/** The code as it was mailed, from what people type: `7k3m 9qtx` is `7K3M-9QTX`. */
export function tidyCode(text: string): string {
  const plain = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return plain.length === 8 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : text.trim()
}
