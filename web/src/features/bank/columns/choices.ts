import type { BankLayout } from '@/api/bank'
import type { AccountChoice } from '../parts/AccountFields'

/** The choices made about the file on the page. */
export interface FileChoices {
  layout: BankLayout | undefined
  isLeftOut: boolean
  account: AccountChoice
  name: string
  isRemembered: boolean
}
