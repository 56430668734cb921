import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Calculator, ExternalLink, Globe } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Listing } from '@/api/listings'
import { percent } from '@/lib/format'
import { safeAddress, watchlist } from '@/lib/listings'
import { listingPath, roiPath } from '@/lib/paths'
import { color, media, radius, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { HeartButton } from '@/ui/HeartButton'
import { Hidden } from '@/ui/Hidden'
import { useIsMobile } from '@/ui/useIsMobile'
import { search as texts } from '../messages'
import { placeOf } from '../model'
import { useWatchAct } from '../useWatchAct'
import { Facts } from './Facts'
import { ListingPicture } from './ListingPicture'

const Whole = styled(Card)({ position: 'relative', display: 'flex', flexDirection: 'column', height: '100%', boxSizing: 'border-box', overflow: 'hidden' })
const PictureBox = styled('div')({ flex: 'none', height: 156, [media.mobile]: { height: 140 } })
const HeartPlace = styled('div')({ position: 'absolute', top: 10, right: 10 })
const Body = styled('div')({ flex: 1, display: 'flex', flexDirection: 'column', padding: '14px 16px', [media.mobile]: { padding: '12px 14px' } })
const Money = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'baseline', gap: '0 12px' })
const Price = styled('p')({ fontSize: 19, lineHeight: '26px', fontWeight: 620, letterSpacing: '-0.012em' })
const Qualifier = styled('span')({ ...type.small, fontWeight: 400, letterSpacing: 0, color: color.muted })
const Yield = styled('p')({ ...type.small, color: color.muted, '& b': { color: color.ink, fontWeight: 620 } })
const Title = styled('h3')({ ...type.h2, marginTop: 2, overflowWrap: 'anywhere', '& a': { color: 'inherit' }, [media.mobile]: { '& a': { display: 'inline-block', padding: '12px 0', margin: '-12px 0' } } })
const Address = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Description = styled('p')({
  ...type.small,
  color: color.muted,
  marginTop: 8,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
})
const Marks = styled('div')({ display: 'grid', gap: 10, marginTop: 'auto', paddingTop: 10 })
const Line = styled('ul')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6 })
const Origin = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 6 })
const chip = { ...type.small, display: 'inline-flex', alignItems: 'center', gap: 5, minHeight: 22, padding: '0 7px', borderRadius: radius.badge, overflowWrap: 'anywhere', fontWeight: 500 } as const
const Tag = styled('li')({ ...chip, boxSizing: 'border-box', border: `1px solid ${color.line}` })
const Gone = styled('li')({ ...chip, backgroundColor: color.warningSoft, color: color.warning })
const Source = styled('span')({ ...chip, backgroundColor: color.neutralSoft, color: color.muted, '& svg': { flex: 'none' } })
const View = styled('a')({
  ...type.small,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  fontWeight: 560,
  color: color.accent,
  [media.mobile]: { minHeight: 44, justifyContent: 'center', fontSize: 14 },
})
const Foot = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 8,
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
  backgroundColor: color.sunken,
  [media.mobile]: { padding: '10px 14px 4px' },
})
const WholeLine = styled('div')({ gridColumn: '1 / -1', display: 'grid' })

/** A home for sale: price and yield lead, for they are what one compares. */
export const ListingCard = memo(function ListingCard({ listing, isFirst }: { listing: Listing; isFirst: boolean }) {
  const format = useFormatter()
  const isMobile = useIsMobile()
  const watch = useWatchAct(listing)
  const { id, title, price, priceQualifier, description, tags, source, withdrawn } = listing
  const url = safeAddress(listing.sourceUrl)
  const about = <Hidden>{texts.about(title)}</Hidden>
  const badge = (
    <Source>
      <Globe size={14} strokeWidth={1.75} aria-hidden="true" />
      {source}
    </Source>
  )
  const view = url !== undefined && (
    <View href={url} target="_blank" rel="noopener noreferrer">
      {texts.viewOn(source)}
      <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
      <Hidden>
        {texts.about(title)}
        {texts.newTab}
      </Hidden>
    </View>
  )
  const marks = (isMobile || withdrawn !== null || tags.length > 0) && (
    <Line>
      {isMobile && <li>{badge}</li>}
      {withdrawn !== null && <Gone>{texts.withdrawn(format.date(withdrawn))}</Gone>}
      {tags.map((tag, place) => (
        <Tag key={place}>{tag}</Tag>
      ))}
    </Line>
  )
  return (
    <Whole as="article" aria-labelledby={`listing-${id}`}>
      <PictureBox>
        <ListingPicture listing={listing} isFirst={isFirst} />
      </PictureBox>
      <HeartPlace>
        <HeartButton label={watchlist.heart(title)} isPressed={listing.isWatchlisted} onPress={() => void watch()} />
      </HeartPlace>
      <Body>
        <Money>
          <Price>
            {price === null ? texts.noPrice : format.money(price)} {priceQualifier !== null && <Qualifier>{priceQualifier}</Qualifier>}
          </Price>
          {listing.yield === null ? (
            <Yield>{texts.noYield}</Yield>
          ) : (
            <Yield>
              <b>{percent(listing.yield, 2)}</b> {texts.yieldOf}
            </Yield>
          )}
        </Money>
        <Title id={`listing-${id}`}>
          <Link to={listingPath(id)}>{title}</Link>
        </Title>
        <Address>{placeOf(listing)}</Address>
        <Facts listing={listing} />
        {description !== null && <Description>{description}</Description>}
        <Marks>
          {marks}
          {!isMobile && (
            <Origin>
              {badge}
              {view}
            </Origin>
          )}
        </Marks>
      </Body>
      <Foot>
        <Button component={Link} to={listingPath(id)}>
          {texts.viewDetails}
          {about}
        </Button>
        <Button component={Link} to={roiPath(id)} startIcon={<Calculator size={16} strokeWidth={1.75} />}>
          {texts.analyseRoi}
          {about}
        </Button>
        {isMobile && <WholeLine>{view}</WholeLine>}
      </Foot>
    </Whole>
  )
})
