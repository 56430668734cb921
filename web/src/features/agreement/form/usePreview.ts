import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { previewAgreement, previewAgreementMails, type AgreementDraftBody } from '@/api/agreements'
import { draftOf, type TermsValues } from './values'

/** The pause in typing before the preview follows, in milliseconds. */
export const pause = 400

/** Returns the typed terms, once nothing was typed for a moment. */
export function useDraft({ getValues, subscribe }: UseFormReturn<TermsValues>): { draft: AgreementDraftBody; isTyping: boolean } {
  const [draft, setDraft] = useState(() => draftOf(getValues()))
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = draftOf(getValues())
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        const next = draftOf(getValues())
        // An amount that is tidied as its field is left says the same.
        const isNews = JSON.stringify(next) !== JSON.stringify(last)
        setTyping(isNews)
        if (!isNews) return
        timer = setTimeout(() => {
          last = next
          setDraft(next)
          setTyping(false)
        }, pause)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [getValues, subscribe])
  return { draft, isTyping }
}

/** The document of a draft; the one before stays until it is there. */
export const usePreview = (id: number, draft: AgreementDraftBody, isWanted: boolean) =>
  useQuery({
    queryKey: ['agreement-preview', id, draft],
    queryFn: ({ signal }) => previewAgreement(id, draft, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: Infinity,
    retry: false,
  })

/** The mails that issuing it sends. */
export const usePreviewMails = (id: number, draft: AgreementDraftBody) =>
  useQuery({
    queryKey: ['agreement-preview-mails', id, draft],
    queryFn: ({ signal }) => previewAgreementMails(id, draft, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: Infinity,
    retry: false,
  })
