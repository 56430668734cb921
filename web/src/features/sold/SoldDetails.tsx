import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { ApiError, shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import type { SoldProperty } from '@/api/sales'
import { useTakeBack } from '@/api/takeBacks'
import { signedPercent, unbroken, years } from '@/lib/format'
import { toneOf } from '@/lib/tone'
import { paths, propertyPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { DetailDialog } from '@/ui/DetailDialog'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { Picture } from '@/ui/Picture'
import { Skeleton } from '@/ui/Skeleton'
import { takeBack } from '@/ui/takeback/messages'
import { sold } from './messages'
import { useSoldProperty } from './queries'

const TakeBackDialog = lazy(async () => ({ default: (await import('@/ui/takeback/TakeBackDialog')).TakeBackDialog }))

const Columns = styled('div')({ display: 'grid', gap: '32px 40px', [media.wide]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } })
const Title = styled('h3')({ ...type.h2, marginBottom: 8 })
const Note = styled('p')({ ...type.small, color: color.muted, marginTop: 12 })
const Notes = styled('p')({ ...type.body, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

/** /sold-properties/7: one sale with all its figures, as long as the address says so. */
export function Component() {
  const { soldPropertyId } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: sale, error, refetch, isEnabled } = useSoldProperty(Number(soldPropertyId))
  const close = () => void navigate({ pathname: paths.soldProperties, search }, { replace: true })
  const [isTakenBack, setTakenBack] = useState(false)
  const work = useTakeBack({ of: 'portfolio', act: 'sale', id: Number(soldPropertyId) }, isTakenBack)
  const isGone = !isEnabled || (error instanceof ApiError && error.status === 404)
  if (sale === undefined) {
    return (
      <DetailDialog eyebrow={sold.details} title={isGone ? sold.goneTitle : sold.loadingTitle} onClose={close}>
        {isGone && (
          <>
            <Notes>{sold.goneText}</Notes>
            <Button onClick={close} sx={{ marginTop: '16px' }}>
              {sold.goneBack}
            </Button>
          </>
        )}
        {!isGone && error === null && <Skeleton width="100%" height={200} />}
        {!isGone && error !== null && <LoadFailed what={sold.one} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </DetailDialog>
    )
  }
  return (
    <DetailDialog
      eyebrow={sold.details}
      title={sale.name}
      under={`${sale.address} ${unbroken(sale.postcode)}`}
      picture={<Picture property={sale} size="thumb" />}
      actions={
        <Writers>
          <Button onClick={() => setTakenBack(true)} startIcon={<Undo2 size={16} strokeWidth={1.75} />}>
            {takeBack.acts.sale.button}
          </Button>
        </Writers>
      }
      onClose={close}
    >
      <Sale sale={sale} />
      <Suspense>
        {isTakenBack && (
          <TakeBackDialog
            work={work}
            subject={`${sale.name}, ${sale.address}`}
            onDone={() => void navigate(propertyPath(sale.originalPropertyId), { replace: true })}
            onClose={() => setTakenBack(false)}
          />
        )}
      </Suspense>
    </DetailDialog>
  )
}

function Sale({ sale }: { sale: SoldProperty }) {
  const format = useFormatter()
  const exact = (amount: string | null) => format.moneyExact(amount ?? '0')
  const purchased = sale.purchaseDate === null ? sale.purchaseYear : format.date(sale.purchaseDate)
  return (
    <Columns>
      <Section title={sold.purchaseDetails}>
        <Ledger>
          <Entry label={sold.type}>{sale.propertyType}</Entry>
          {purchased !== null && <Entry label={sold.purchased}>{purchased}</Entry>}
          {sale.deposit !== null && (
            <Entry label={sold.deposit} below={sold.depositNote}>
              {exact(sale.deposit)}
            </Entry>
          )}
          <Entry label={sold.purchasePrice}>{exact(sale.purchasePrice)}</Entry>
          <Entry label={sold.stampDuty}>{exact(sale.stampDuty)}</Entry>
          <Entry label={sold.legalFees}>{exact(sale.legalFeesPurchase)}</Entry>
          <Entry label={sold.refurbishment}>{exact(sale.refurbCosts)}</Entry>
          <Entry label={sold.totalInvestment} isTotal>
            {exact(sale.totalInvestment)}
          </Entry>
        </Ledger>
      </Section>
      <Section title={sold.saleDetails}>
        <Ledger>
          <Entry label={sold.saleDate}>{format.date(sale.saleDate)}</Entry>
          <Entry label={sold.salePrice}>{exact(sale.salePrice)}</Entry>
          <Entry label={sold.fees}>{exact(sale.feesToSell)}</Entry>
          <Entry label={sold.proceeds} isTotal>
            {exact(sale.proceeds)}
          </Entry>
        </Ledger>
        {sale.notes !== null && (
          <div style={{ marginTop: 20 }}>
            <Title as="h4">{sold.notes}</Title>
            <Notes>{sale.notes}</Notes>
          </div>
        )}
      </Section>
      <Section title={sold.result}>
        <Ledger>
          <Entry label={sold.grossProfit}>{format.signedMoneyExact(sale.grossProfit)}</Entry>
          <Entry label={sold.totalCosts}>{exact(sale.totalCosts)}</Entry>
          <Entry label={sold.netProfit} isTotal tone={toneOf(sale.netProfit)}>
            {format.signedMoneyExact(sale.netProfit)}
          </Entry>
          <Entry label={sold.profitPercentage}>{signedPercent(sale.profitPercentage, 1)}</Entry>
          <Entry label={sold.heldFor}>{years(sale.holdingPeriodYears)}</Entry>
          <Entry label={sold.returnAYear}>{signedPercent(sale.annualizedReturn, 1)}</Entry>
        </Ledger>
        <Note>{sold.rentNote}</Note>
      </Section>
    </Columns>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </section>
  )
}
