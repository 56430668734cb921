import type { Offered } from '@/ui/form/HomeChoice'
import type { Homes } from '../model'

/** What every step of the form is given. */
export interface StepProps {
  homes: Homes
  /** What the home of the link is offered for. */
  offered: Offered
  organisation: string
  /** Leads to another step. */
  onChange: (step: number) => void
}
