import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { RotateCcw } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { Analysis } from '@/api/analyses'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import type { Listing } from '@/api/listings'
import { color, media, type } from '@/theme/tokens'
import { InfoPanel } from '@/ui/InfoPanel'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { figures, inputs, returns } from '../messages'
import { incomeTaxOf } from '../model'
import { useWorked, type Work } from '../useWorked'
import { ListingFacts } from './ListingFacts'
import { AfterTax } from './AfterTax'
import { Assumptions } from './Assumptions'
import { Comparables } from './Comparables'
import { Frame } from './Frame'
import { Head } from './Head'
import { CashNeeded, FirstYear, More } from './Ledgers'
import { Stress } from './Stress'
import { Strip } from './Strip'
import { Tax } from './Tax'

const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog')).SaveDialog }))
const BoughtDialog = lazy(async () => ({ default: (await import('./BoughtDialog')).BoughtDialog }))

const Columns = styled('div')({ display: 'grid', gap: 16, alignItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)', [media.wide]: { gridTemplateColumns: 'minmax(0, 384px) minmax(0, 1fr)' } })
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0, [media.mobile]: { gap: 12 } })
const Pair = styled('div')({ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)', [media.widest]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }, [media.mobile]: { gap: 12 } })
const Ends = styled('div')({ display: 'flex', gap: 10, '& > *': { flex: 1 } })
const Note = styled('p')({ ...type.small, color: color.muted })

/** A listing with its assumptions, figures, history and sales nearby. */
export function Worked({ listing, saved }: { listing: Listing; saved: Analysis | undefined }) {
  const id = useId()
  const isMobile = useIsMobile()
  const format = useFormatter()
  const work = useWorked(listing, saved)
  const [asked, setAsked] = useState<'save' | 'bought'>()
  const ends = <Actions work={work} onSave={() => setAsked('save')} />
  const isInvalid = Object.keys(work.mistakes).length > 0
  const strip = <Strip analysis={work.analysis} />
  const assumptions = <Assumptions work={work} saved={saved} />
  const results = (
    <>
      {isInvalid && <InfoPanel tone="warning" title={figures.invalid} />}
      {work.error !== null && work.analysis === undefined ? (
        <LoadFailed what={figures.failed} cause={shortCause(work.error)} onRetry={work.retry} />
      ) : (
        <Results analysis={work.analysis} />
      )}
    </>
  )
  return (
    <>
      <Frame tab={listing.title} labelledBy={id} actions={ends}>
        <Head id={id} listing={listing} onBought={() => setAsked('bought')} canBuy={work.analysis !== undefined} />
        {listing.withdrawn !== null && <InfoPanel tone="warning" title={returns.withdrawnTitle} text={returns.withdrawnText(format.date(listing.withdrawn))} />}
        {isMobile ? (
          <Column>
            {strip}
            {assumptions}
            <Ends>{ends}</Ends>
            {results}
          </Column>
        ) : (
          <Columns>
            {assumptions}
            <Column>
              {strip}
              {results}
            </Column>
          </Columns>
        )}
        <ListingFacts listing={listing} />
        <Comparables listingId={listing.id} />
      </Frame>
      <Suspense>
        {asked === 'save' && <SaveDialog listing={listing} typed={work.typed} saved={saved} onClose={() => setAsked(undefined)} />}
        {asked === 'bought' && work.analysis !== undefined && <BoughtDialog listing={listing} analysis={work.analysis} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </>
  )
}

/** Offers to return to the proposals, and to save the analysis. */
function Actions({ work, onSave }: { work: Work; onSave: () => void }) {
  return (
    <>
      {work.isChanged && (
        <Button onClick={work.reset} startIcon={<RotateCcw size={16} strokeWidth={1.75} />}>
          {inputs.reset}
        </Button>
      )}
      <Button variant="contained" onClick={onSave}>
        {inputs.save}
      </Button>
    </>
  )
}

function Results({ analysis }: { analysis: Analysis | undefined }) {
  if (analysis === undefined) return <Skeleton width="100%" height={360} />
  return (
    <>
      <Pair>
        <FirstYear analysis={analysis} />
        <CashNeeded analysis={analysis} />
      </Pair>
      <AfterTax analysis={analysis} />
      <Stress analysis={analysis} />
      <More analysis={analysis} />
      <Tax analysis={analysis} />
      <Note>{incomeTaxOf(analysis) === undefined ? figures.disclaimer : figures.disclaimerAfter}</Note>
    </>
  )
}
