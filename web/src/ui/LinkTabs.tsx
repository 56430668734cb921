import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { color, type } from '@/theme/tokens'

const Tabs = styled('nav')({ display: 'flex', flexWrap: 'wrap', gap: '0 4px', borderBottom: `1px solid ${color.line}` })
const Tab = styled(Link)({
  ...type.body,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 7,
  minHeight: 44,
  padding: '0 12px',
  marginBottom: -1,
  fontWeight: 560,
  color: color.muted,
  borderBottom: '2px solid transparent',
  '&:hover': { color: color.ink, textDecoration: 'none' },
  // The beam under the list that is open.
  '&[aria-current]': { color: color.ink, borderBottomColor: color.accent },
  '&:focus-visible': { outlineOffset: -3 },
  '& > span': { fontWeight: 400 },
  '@media (max-width: 399px)': { paddingInline: 8 },
})

/** Lists that stand behind each other, each at its own address. */
interface LinkTabsProps {
  label: string
  /** The name of each, its query, and its count where that is known. */
  tabs: readonly { name: string; search: string; count: number | undefined; isCurrent: boolean }[]
}

export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <Tabs aria-label={label}>
      {tabs.map(({ name, search, count, isCurrent }) => (
        <Tab key={name} replace preventScrollReset to={{ search }} aria-current={isCurrent ? 'page' : undefined}>
          {name}
          <span>{count}</span>
        </Tab>
      ))}
    </Tabs>
  )
}
