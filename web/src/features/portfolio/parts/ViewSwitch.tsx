import { LayoutGrid, List } from 'lucide-react'
import { Hidden } from '@/ui/Hidden'
import { Segments } from '@/ui/Segments'
import type { ListView } from '../listView'
import { portfolio } from '../messages'

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

const options = {
  grid: (
    <>
      <LayoutGrid {...icon} />
      <Hidden>{portfolio.views.grid}</Hidden>
    </>
  ),
  list: (
    <>
      <List {...icon} />
      <Hidden>{portfolio.views.list}</Hidden>
    </>
  ),
}

/** Cards, or rows with columns. */
export function ViewSwitch({ view, onChange }: { view: ListView; onChange: (view: ListView) => void }) {
  return <Segments label={portfolio.view} value={view} options={options} onChange={onChange} />
}
