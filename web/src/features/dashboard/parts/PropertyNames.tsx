import { Link } from 'react-router'
import { propertyPath } from '@/lib/paths'
import { attention } from '../messages'

interface PropertyNamesProps {
  count: number
  items: readonly { propertyId: number; propertyName: string }[]
}

/** `Mercer Row, Ashmead House and 2 more`: the names that were sent, each leading to its property, and how many were not. */
export function PropertyNames({ count, items }: PropertyNamesProps) {
  const rest = count - items.length
  return (
    <>
      {items.map(({ propertyId, propertyName }, index) => (
        // Two certificates of one property may be among them.
        <span key={index}>
          {index > 0 && ', '}
          <Link to={propertyPath(propertyId)}>{propertyName}</Link>
        </span>
      ))}
      {rest > 0 && attention.andMore(rest)}
    </>
  )
}
