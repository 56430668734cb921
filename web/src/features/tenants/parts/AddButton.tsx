import Button from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { tenants } from '../messages'

/** Opens Add Tenant; the list behind the dialog keeps its filters. */
export function AddButton({ isQuiet }: { isQuiet: boolean }) {
  const [query] = useSearchParams()
  return (
    <Button
      component={Link}
      to={{ pathname: paths.tenants, search: withList(query, { add: 'tenant' }).toString() }}
      variant={isQuiet ? 'outlined' : 'contained'}
      // It changes when the list turns out empty: at once, not by a fade.
      sx={{ transition: 'none' }}
      startIcon={<Plus size={17} strokeWidth={1.75} />}
    >
      {tenants.add}
    </Button>
  )
}
