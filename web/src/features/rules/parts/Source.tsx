import { styled } from '@mui/material/styles'
import { Fragment } from 'react'
import { typographic } from '@/lib/format'
import { media } from '@/theme/tokens'
import { partsOf } from '../sources'

// Lines of several links stay as far apart as thumbs need it.
const Way = styled('a')({ fontWeight: 540, [media.mobile]: { display: 'inline-block', paddingBlock: 4 } })

/** Shows the source of a rule: what can be looked up leads there, in a tab of its own. */
export function Source({ source }: { source: string }) {
  return partsOf(source).map(({ text, href }, place) => (
    <Fragment key={text}>
      {place > 0 && '; '}
      {href === null ? (
        typographic(text)
      ) : (
        <Way href={href} target="_blank" rel="noopener noreferrer">
          {typographic(text)}
        </Way>
      )}
    </Fragment>
  ))
}
