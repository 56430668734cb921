import type { Offered } from '@/ui/form/HomeChoice'
import type { Homes } from '../model'

/** The properties of every step of the form. */
export interface StepProps {
  homes: Homes
  /** The offer of the link's home. */
  offered: Offered
  organisation: string
  /** Leads to another step. */
  onChange: (step: number) => void
}
