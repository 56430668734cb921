import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Bookmark, BookmarkPlus, Calculator, FileInput } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { RowMenu } from '@/ui/RowMenu'
import { useIsMobile } from '@/ui/useIsMobile'
import { search as texts } from '../messages'

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 4, margin: '-14px 0 -14px -8px' })
const icon = { size: 16, strokeWidth: 1.75 }

/** Offers what goes with a search: keeping it, the kept ones, kept analyses, and files of listings. */
export function SearchActions() {
  const isMobile = useIsMobile()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const ways = [
    { name: texts.save, to: { search: withList(query, { saved: 'new' }).toString() }, icon: <BookmarkPlus {...icon} /> },
    { name: texts.saved, to: { search: withList(query, { saved: 'list' }).toString() }, icon: <Bookmark {...icon} /> },
    { name: texts.analyses, to: { pathname: paths.analyses }, icon: <Calculator {...icon} /> },
    { name: texts.imports, to: { pathname: paths.listingImports }, icon: <FileInput {...icon} /> },
  ]
  if (isMobile) return <RowMenu label={texts.more} acts={ways.map(({ name, to }) => ({ name, onSelect: () => void navigate(to) }))} />
  return (
    <Row>
      {ways.map((way) => (
        <Button key={way.name} component={Link} to={way.to} variant="text" startIcon={way.icon}>
          {way.name}
        </Button>
      ))}
    </Row>
  )
}
