import type { Homes } from '../model'

/** What every step of the form is given. */
export interface StepProps {
  homes: Homes
  organisation: string
  /** Leads to another step. */
  onChange: (step: number) => void
}
