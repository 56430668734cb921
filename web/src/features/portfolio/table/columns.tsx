import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useFormatter } from '@/api/account'
import type { Property } from '@/api/properties'
import { percent } from '@/lib/format'
import { color, media, radius, type } from '@/theme/tokens'
import { Picture } from '@/ui/Picture'
import { StatusBadge } from '@/ui/StatusBadge'
import type { SortColumn } from '../listState'
import { portfolio } from '../messages'
import type { KnownDue } from '../queries'
import { DetailsLink } from '../parts/DetailsLink'
import { DueLine } from '../parts/DueLine'
import { Address, addressOf, bathsOf, bedsOf, Profit } from '../parts/facts'

const Named = styled('div')({ display: 'flex', alignItems: 'center', gap: 12 })
const Thumbnail = styled('div')({ display: 'none', flex: 'none', width: 44, height: 44, borderRadius: radius.tile, overflow: 'hidden', [media.widest]: { display: 'block' } })
const Name = styled('span')({ ...type.body, display: 'block', fontWeight: 580, overflowWrap: 'anywhere' })
const Under = styled('span')({ ...type.small, display: 'block', color: color.muted })

/** A column of the portfolio's table. */
export interface Column {
  name: string
  /** The order of the column, where it can sort. */
  sort?: SortColumn
  isNumber?: boolean
  /** True for a column left out where columns would be squeezed; the details still say it. */
  isWide?: boolean
  Cell: (row: { property: Property; due: KnownDue }) => ReactNode
}

/** A property's row from left to right; the first cell names the row. */
export const columns: readonly Column[] = [
  {
    name: portfolio.propertyColumn,
    sort: 'name',
    Cell: ({ property }) => (
      <Named>
        <Thumbnail>
          <Picture property={property} size="thumb" />
        </Thumbnail>
        <div>
          <Name>
            <DetailsLink property={property} />
          </Name>
          <Address as="span">{addressOf(property)}</Address>
        </div>
      </Named>
    ),
  },
  {
    name: portfolio.typeColumn,
    isWide: true,
    Cell: ({ property }) => (
      <>
        {property.propertyType}
        <Under>{[bedsOf(property), bathsOf(property)].filter(Boolean).join(', ')}</Under>
      </>
    ),
  },
  {
    name: portfolio.status,
    Cell: ({ property, due }) => (
      <>
        <StatusBadge status={property.status} />
        <DueLine due={due} missing={property.duties?.missing} />
      </>
    ),
  },
  { name: portfolio.rentShort, sort: 'rent', isNumber: true, Cell: ({ property }) => <Money amount={property.monthlyRent} /> },
  { name: portfolio.profitShort, isNumber: true, Cell: ({ property }) => <Profit amount={property.monthlyProfit} /> },
  {
    name: portfolio.yield,
    isNumber: true,
    isWide: true,
    Cell: ({ property }) => (property.annualYield === null ? portfolio.noYield : percent(property.annualYield, 2)),
  },
  { name: portfolio.valueColumn, sort: 'value', isNumber: true, isWide: true, Cell: ({ property }) => <Money amount={property.currentValue} /> },
]

function Money({ amount }: { amount: string | null }) {
  return useFormatter().money(amount)
}
