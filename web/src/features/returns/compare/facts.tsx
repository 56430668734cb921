import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import type { Analysis } from '@/api/analyses'
import { listingPath } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { analyses as texts } from '../messages'

const Under = styled('span')({ ...type.small, display: 'block', color: color.muted, overflowWrap: 'anywhere' })
const Opens = styled(Link)({ color: 'inherit', fontWeight: 580, overflowWrap: 'anywhere' })

/** Returns the name of an analysis. */
export const nameOf = ({ name, listingTitle }: Pick<Analysis, 'name' | 'listingTitle'>): string => name ?? listingTitle

/** Returns the address of a kept analysis. */
export const openPath = ({ id, listingId }: Pick<Analysis, 'id' | 'listingId'>): string => `${listingPath(listingId)}?analysis=${String(id)}#roi`

/** The name of an analysis, which opens it, and the home below. */
export function AnalysisName({ analysis }: { analysis: Analysis }) {
  return (
    <>
      <Opens to={openPath(analysis)}>{nameOf(analysis)}</Opens>
      {analysis.name === null ? <Under>{texts.unnamed}</Under> : <Under>{analysis.listingTitle}</Under>}
      <Under>{analysis.listingAddress}</Under>
    </>
  )
}
