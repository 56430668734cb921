import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Bath, BedDouble, ExternalLink, Globe, Heart, House, Ruler } from 'lucide-react'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import { useWatch, type Listing } from '@/api/listings'
import { Writers } from '@/api/session'
import { unbroken, percent } from '@/lib/format'
import { color, media, radius, type } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { Elevation } from '@/ui/elevations/Elevation'
import { Hidden } from '@/ui/Hidden'
import { toasts } from '@/ui/toast/toasts'
import { useHeadingFocus } from '@/ui/useHeadingFocus'
import { useIsMobile } from '@/ui/useIsMobile'
import { returns as texts } from '../messages'
import { drawingOf } from '../model'
import { Description } from './Description'

const Box = styled('header')({ display: 'grid', gap: 24, gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'start', [media.wide]: { gridTemplateColumns: '330px minmax(0, 1fr)' }, [media.mobile]: { gap: 14 } })
const Pictures = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' } })
const Main = styled('div')({ height: 190, borderRadius: radius.card, overflow: 'hidden', border: `1px solid ${color.line}`, [media.mobile]: { height: 170 } })
const More = styled('ul')({ display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 8, '& > li': { height: 56, borderRadius: radius.tile, overflow: 'hidden' } })
const Words = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, minWidth: 0 })
const Top = styled('div')({ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', flexWrap: 'wrap', gap: '12px 16px' })
const Title = styled('h1')({ ...type.h1, overflowWrap: 'anywhere' })
const Address = styled('p')({ ...type.body, color: color.muted, marginTop: 2, overflowWrap: 'anywhere' })
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, [media.mobile]: { width: '100%', '& > *': { flex: '1 1 auto' } } })
const Figures = styled('dl')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: '8px 28px',
  [media.mobile]: { columnGap: 14 },
  '& dt': { ...type.mini, color: color.muted, marginBottom: 2 },
  '& dd': { fontSize: 18, lineHeight: '24px', fontWeight: 620, letterSpacing: '-0.012em' },
  '& > :first-of-type dd': { fontSize: 24, lineHeight: '28px' },
})
const Facts = styled('ul')({ ...type.body, display: 'flex', flexWrap: 'wrap', gap: '4px 16px', color: color.muted, '& > li': { display: 'inline-flex', alignItems: 'center', gap: 6 } })
const Marks = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })
const Tag = styled('li')({ ...type.small, minHeight: 22, boxSizing: 'border-box', padding: '1px 7px', border: `1px solid ${color.line}`, borderRadius: radius.badge, backgroundColor: color.surface, overflowWrap: 'anywhere' })
const Tags = styled('ul')({ display: 'flex', flexWrap: 'wrap', gap: 8 })

interface HeadProps {
  id: string
  listing: Listing
  /** True if the figures are there that a purchase takes with it. */
  canBuy: boolean
  onBought: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Shows the listing: its picture, its facts, and its acts. */
export function Head({ id, listing, canBuy, onBought }: HeadProps) {
  const format = useFormatter()
  const heading = useHeadingFocus()
  const { price, priceQualifier, monthlyRent, rentBasis, bedrooms, bathrooms, sqft, postcode, description, source, sourceUrl, tags } = listing
  const isMobile = useIsMobile()
  const buttons = (
    <Buttons>
      <Watch listing={listing} />
      <Writers>
        <Button onClick={onBought} disabled={!canBuy} startIcon={<House {...icon} />}>
          {texts.bought}
        </Button>
      </Writers>
      {sourceUrl !== null && (
        <Button href={sourceUrl} target="_blank" rel="noopener noreferrer" endIcon={<ExternalLink {...icon} />}>
          {texts.viewOn(source)}
          <Hidden>, {texts.newTab}</Hidden>
        </Button>
      )}
    </Buttons>
  )
  const isEstimate = monthlyRent !== null && rentBasis !== 'source'
  return (
    <Box>
      <Gallery listing={listing} />
      <Words>
        <Top>
          <div style={{ minWidth: 0, flex: '1 1 240px' }}>
            <Title id={id} ref={heading} tabIndex={-1}>
              {listing.title}
            </Title>
            <Address>
              {listing.address} {postcode !== null && unbroken(postcode)}
            </Address>
          </div>
          {!isMobile && buttons}
        </Top>
        <Figures>
          <div>
            <dt>{priceQualifier ?? texts.price}</dt>
            <dd>{price === null ? texts.onApplication : format.money(price)}</dd>
          </div>
          <div>
            <dt>{isEstimate ? texts.rentEstimate : texts.rent}</dt>
            <dd>{format.money(monthlyRent)}</dd>
          </div>
          <div>
            <dt>{texts.yield}</dt>
            <dd>{percent(listing.yield, 2)}</dd>
          </div>
        </Figures>
        <Facts>
          {bedrooms !== null && (
            <li>
              <BedDouble {...icon} /> {texts.beds(bedrooms)}
            </li>
          )}
          {bathrooms !== null && (
            <li>
              <Bath {...icon} /> {texts.baths(bathrooms)}
            </li>
          )}
          {sqft !== null && (
            <li>
              <Ruler {...icon} /> {texts.sqft(sqft)}
            </li>
          )}
        </Facts>
        {isMobile && buttons}
        {description !== null && <Description text={description} />}
        <Marks>
          <Badge tone="neutral" icon={Globe}>
            {source}
          </Badge>
          {tags.length > 0 && (
            <Tags aria-label={texts.tags}>
              {tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </Tags>
          )}
        </Marks>
      </Words>
    </Box>
  )
}

/** The pictures that its source allows, else the drawing of its kind. */
function Gallery({ listing }: { listing: Listing }) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const [first, ...others] = listing.images.filter((image) => !broken.includes(image))
  const picture = (src: string, alt: string) => <img src={src} alt={alt} loading="lazy" onError={() => setBroken((before) => [...before, src])} />
  return (
    <Pictures>
      <Main>{first === undefined ? <Elevation type={drawingOf(listing)} /> : picture(first, texts.picture(1))}</Main>
      {others.length > 0 && (
        <More>
          {others.slice(0, 8).map((image, index) => (
            <li key={image}>{picture(image, texts.picture(index + 2))}</li>
          ))}
        </More>
      )}
    </Pictures>
  )
}

/** The watchlist heart: at once, and back where the server refuses. */
function Watch({ listing: { id, isWatchlisted } }: { listing: Pick<Listing, 'id' | 'isWatchlisted'> }) {
  const { mutate } = useWatch()
  const press = () =>
    mutate(
      { id, isWatchlisted: !isWatchlisted },
      {
        onSuccess: () => toasts.success(texts.watchTitle, isWatchlisted ? texts.watchRemoved : texts.watchAdded),
        onError: () => toasts.failure(texts.watchFailed),
      },
    )
  return (
    <Button
      aria-pressed={isWatchlisted}
      onClick={press}
      startIcon={<Heart {...icon} color={color.accent} fill={isWatchlisted ? color.accent : 'none'} />}
    >
      {isWatchlisted ? texts.watched : texts.watch}
    </Button>
  )
}
