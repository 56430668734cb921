import { color } from '@/theme/tokens'

/** The mark: a beam over two posts. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect x="1" y="4" width="30" height="7" rx="1" fill={color.accent} />
      <rect x="4" y="12.75" width="7" height="15.25" rx="1" fill={color.ink} />
      <rect x="21" y="12.75" width="7" height="15.25" rx="1" fill={color.ink} />
    </svg>
  )
}
