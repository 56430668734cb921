import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { fieldErrors } from '@/api/errors'
import { londonDay } from '@/lib/civilDate'
import { resolverOf } from '@/ui/form/rules'
import { noOffer, offerBody, offerFields, offerMistakes, type OfferValues } from './offer'

/** The form of what a home is offered for, and whether it is unfolded. */
export function useOffer() {
  const [isOpen, setOpen] = useState(false)
  const [today] = useState(() => londonDay(new Date()))
  const form = useForm<OfferValues>({ defaultValues: noOffer, resolver: resolverOf((values) => offerMistakes(values, today)) })
  const body = offerBody(useWatch({ control: form.control, compute: (all: OfferValues) => all }))
  return {
    form,
    body,
    isOpen,
    setOpen,
    /** The offer to send; `undefined` where it has a mistake, which then shows. */
    read: async () => {
      if (await form.trigger()) return offerBody(form.getValues())
      setOpen(true)
      return undefined
    },
    /** Shows what the server refuses of it. */
    refuse: (error: unknown) => {
      const found = fieldErrors(error)
      for (const [sent, name] of Object.entries(offerFields)) {
        const message = found[sent]
        if (message === undefined) continue
        form.setError(name, { type: 'server', message })
        setOpen(true)
      }
    },
    clear: () => form.reset(noOffer),
  }
}

export type OfferForm = ReturnType<typeof useOffer>
