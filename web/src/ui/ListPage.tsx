import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { media } from '@/theme/tokens'
import { Page } from './Page'
import { useIsMobile } from './useIsMobile'

const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, [media.mobile]: { '& > *': { flex: '1 1 40%' } } })

interface ListPageProps {
  title: string
  /** The line under the title; not on a phone, which has no room for it. */
  subtitle: string
  /** The control that adds to the list. */
  add: ReactNode
  /** Further acts: beside what adds, on a phone below the figures. */
  secondary: ReactNode
  figures: ReactNode
  children: ReactNode
}

/** A list with its figures above it, and what can be done about the whole. */
export function ListPage({ title, subtitle, add, secondary, figures, children }: ListPageProps) {
  const isMobile = useIsMobile()
  const both = (
    <Acts>
      {secondary}
      {add}
    </Acts>
  )
  return (
    <Page title={title} subtitle={isMobile ? undefined : subtitle} aside={isMobile ? add : both}>
      {figures}
      {isMobile && <Acts>{secondary}</Acts>}
      {children}
    </Page>
  )
}
