import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Work } from '@/api/jobs'
import { instantText } from '@/lib/instant'
import { publicFormat } from '@/lib/publicFormat'
import { color, media, radius, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { PhotoViewer } from '@/ui/PhotoViewer'
import { PriorityBadge } from '@/ui/RequestBadges'
import { job as texts } from '../messages'
import { splitFiles } from '../model'
import { JobPhoto } from './JobPhoto'

const Inside = styled('div')({ padding: '14px 20px 18px', [media.mobile]: { paddingInline: 16 } })
const Text = styled('p')({ ...type.body, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
const Small = styled('p')({ ...type.small, color: color.muted })
const Grid = styled('ul')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))', gap: 8, marginTop: 12 })
const Tile = styled(ButtonBase)({
  display: 'block',
  width: '100%',
  aspectRatio: '4 / 3',
  borderRadius: radius.tile,
  overflow: 'hidden',
  backgroundColor: color.neutralSoft,
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
})

/** Shows what is to be done, in the words of whoever reported it, with the photos of the problem. */
export function WorkDetails({ token, work }: { token: string; work: Work }) {
  const [shown, setShown] = useState<number>()
  const { problem } = splitFiles(work)
  const open = shown === undefined ? undefined : problem[shown]
  return (
    <Panel title={texts.what} aside={<PriorityBadge priority={work.priority} />}>
      <Inside>
        {work.description !== null && <Text>{work.description}</Text>}
        <Small>{texts.reported(instantText(publicFormat, work.reportedAt))}</Small>
        {problem.length > 0 && (
          <Grid aria-label={texts.photos}>
            {problem.map(({ id }, index) => (
              <li key={id}>
                <Tile aria-label={texts.openPhoto(index + 1)} onClick={() => setShown(index)}>
                  <JobPhoto token={token} fileId={id} alt="" />
                </Tile>
              </li>
            ))}
          </Grid>
        )}
      </Inside>
      {shown !== undefined && open !== undefined && (
        <PhotoViewer
          index={shown}
          of={problem.length}
          caption={texts.photo(shown + 1)}
          photo={<JobPhoto key={open.id} token={token} fileId={open.id} alt={texts.photo(shown + 1)} />}
          onShow={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </Panel>
  )
}
