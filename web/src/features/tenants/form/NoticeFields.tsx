import Button from '@mui/material/Button'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import type { NoticeGiver } from '@/api/deposits'
import { fieldErrors, shortCause } from '@/api/errors'
import type { Tenant } from '@/api/tenants'
import { londonDay, noDay, readDay, typeDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { InfoPanel } from '@/ui/InfoPanel'
import { LoadFailed } from '@/ui/LoadFailed'
import { Segments } from '@/ui/Segments'
import { useNotice } from '../deposit/queries'
import { notice as texts } from '../form.messages'

const facts = ['statementDate', 'signingDate'] as const

/** The reason that asks for these facts. */
const studentsGround = '4A'

/** The party that ended a tenancy, and the day of the notice. */
export interface GivenNotice {
  endedBy: NoticeGiver | null
  noticeDate: CivilDate | null
}

/** Asks who gives notice, and proposes the earliest last day by the rules of the home's nation; another one can be typed. */
export function NoticeFields({ tenant, onNotice, onTake }: { tenant: Tenant; onNotice: (notice: GivenNotice) => void; onTake: (day: CivilDate) => void }) {
  const format = useFormatter()
  const [giver, setGiver] = useState<NoticeGiver | 'none'>('none')
  const [ground, setGround] = useState('')
  const [days, setDays] = useState<Record<'given' | (typeof facts)[number], TypedDay>>({ given: typeDay(londonDay(new Date())), statementDate: noDay, signingDate: noDay })
  const given = readDay(days.given)
  const tell = (by: NoticeGiver | 'none', on: CivilDate | null) => onNotice(by === 'none' ? { endedBy: null, noticeDate: null } : { endedBy: by, noticeDate: on })
  const isOfLandlord = giver === 'landlord'
  const { data: choice } = useNotice(tenant.id, isOfLandlord && given !== null ? { giver, given } : null)
  const wantsFacts = isOfLandlord && ground === studentsGround
  const known = Object.fromEntries(facts.map((name) => [name, wantsFacts ? readDay(days[name]) : null] as const).filter(([, day]) => day !== null))
  const wanted = giver !== 'none' && given !== null ? { giver, given, ...(isOfLandlord && ground !== '' && { ground }), ...known } : null
  const { data, error, refetch } = useNotice(tenant.id, wanted)
  const earliest = data?.earliestDate ?? null
  const refused = Object.values(fieldErrors(error))
  const day = (name: keyof typeof days, isOptional: boolean) => (
    <DateParts
      legend={texts[name]}
      order={format.dateOrder}
      isOptional={isOptional}
      error={undefined}
      register={(part) => ({
        name: `${name}.${part}`,
        value: days[name][part],
        onChange: ({ target }) => {
          const typed = { ...days[name], [part]: target.value }
          setDays((before) => ({ ...before, [name]: typed }))
          if (name === 'given') tell(giver, readDay(typed))
        },
      })}
    />
  )
  return (
    <>
      <Segments label={texts.title} value={giver} options={texts.givers} onChange={(by) => {
        setGiver(by)
        tell(by, given)
      }} />
      {isOfLandlord && (
        <Field label={texts.ground}>
          {(field) => (
            <Select {...field} name="ground" value={ground} onChange={({ target }) => setGround(target.value)}>
              <option value="">{texts.chooseGround}</option>
              {(choice?.reasons ?? []).map(({ code, title }) => (
                <option key={code} value={code}>
                  {texts.reason(code, title)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {giver !== 'none' && day('given', false)}
      {wantsFacts && facts.map((name) => <div key={name}>{day(name, true)}</div>)}
      {wanted !== null && error !== null && refused.length === 0 && <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {wanted !== null && refused.length > 0 && <InfoPanel tone="warning" title={texts.notPossible} text={refused.join('\n')} />}
      {wanted !== null && data !== undefined && earliest === null && <InfoPanel tone="neutral" title={texts.noDay} text={data.reason} />}
      {wanted !== null && data !== undefined && earliest !== null && (
        <InfoPanel tone="info" title={texts.earliest(format.longDate(earliest))} text={[data.reason, ...data.said].join('\n')}>
          {data.askedFor.length > 0 && (
            <p>
              {texts.asked}: {data.askedFor.map(({ text }) => text).join(' ')}
            </p>
          )}
          <Button onClick={() => onTake(earliest)} sx={{ marginTop: '8px' }}>
            {texts.take}
          </Button>
        </InfoPanel>
      )}
    </>
  )
}
