import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Schema } from '@/api/client'
import type { PropertyValues } from '../model'
import { compactPostcode } from '../nations'
import { useNationProposal } from '../property.queries'

/**
 * The nation that the form's postcode is in, as far as it is known. Another postcode is another place: the form then holds no nation, or
 * the more frequent one where somebody has to be asked; with the postcode that was stored comes back the nation that was stored.
 */
export function useProposedNation(): Schema<'NationProposal'> | undefined {
  const { control, setValue, getValues, formState } = useFormContext<PropertyValues>()
  const postcode = compactPostcode(useWatch({ control, name: 'postcode' }))
  const { data } = useNationProposal(postcode)
  const stored = formState.defaultValues
  const decided = useRef(compactPostcode(getValues('postcode')))
  useEffect(() => {
    if (postcode === '' || decided.current === postcode) return
    const isStored = postcode === compactPostcode(stored?.postcode ?? '')
    if (!isStored && data === undefined) return
    decided.current = postcode
    const proposed = data?.otherNation ? data.nation : null
    setValue('nation', (isStored ? stored?.nation : proposed) ?? '', { shouldDirty: true })
  }, [data, postcode, setValue, stored])
  return data
}
