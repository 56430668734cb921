import Button from '@mui/material/Button'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import type { NoticeGiver } from '@/api/deposits'
import { shortCause } from '@/api/errors'
import type { Tenant } from '@/api/tenants'
import { londonDay, readDay, typeDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { InfoPanel } from '@/ui/InfoPanel'
import { LoadFailed } from '@/ui/LoadFailed'
import { Segments } from '@/ui/Segments'
import { useNotice } from '../deposit/queries'
import { notice as texts } from '../form.messages'

/** Who gives notice, and the earliest last day that follows; it is proposed, and another one can be typed. */
export function NoticeFields({ tenant, onTake }: { tenant: Tenant; onTake: (day: CivilDate) => void }) {
  const format = useFormatter()
  const [giver, setGiver] = useState<NoticeGiver | 'none'>('none')
  const [ground, setGround] = useState('')
  const [given, setGiven] = useState<TypedDay>(typeDay(londonDay(new Date())))
  const day = readDay(given)
  const isAsked = giver === 'tenant' || (giver === 'landlord' && ground !== '')
  const { data, error, refetch } = useNotice(tenant.id, isAsked && day !== null ? { giver, given: day, ...(giver === 'landlord' && { ground }) } : null)
  return (
    <>
      <Segments label={texts.title} value={giver} options={texts.givers} onChange={setGiver} />
      {giver === 'landlord' && (
        <Field label={texts.ground}>
          {(field) => (
            <Select {...field} name="ground" value={ground} onChange={({ target }) => setGround(target.value)}>
              <option value="">{texts.chooseGround}</option>
              {texts.grounds.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {giver !== 'none' && (
        <DateParts
          legend={texts.given}
          order={format.dateOrder}
          isOptional={false}
          error={undefined}
          register={(part) => ({ name: `given.${part}`, value: given[part], onChange: ({ target }) => setGiven((before) => ({ ...before, [part]: target.value })) })}
        />
      )}
      {isAsked && error !== null && <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {isAsked && data !== undefined && (
        <InfoPanel tone="info" title={texts.earliest(format.longDate(data.earliestDate))} text={data.reason}>
          <Button onClick={() => onTake(data.earliestDate)} sx={{ marginTop: '8px' }}>
            {texts.take}
          </Button>
        </InfoPanel>
      )}
    </>
  )
}
