import type { Category } from '@/lib/maintenance'
import type { ReportValues } from './values'

/** The questions to a tenant about the urgency, in their order. */
export const urgencyQuestions = ['heating', 'water', 'risk'] as const
export type Question = (typeof urgencyQuestions)[number]

/** An answer; empty where there is none. */
export type Answer = 'yes' | 'no' | ''

const wet: ReadonlySet<string> = new Set<Category>(['Plumbing & leaks', 'Damp & mould', 'Roof & structure', 'Drains', 'Communal areas'])

/** The questions that a category calls for: none where no answer makes it more urgent. */
export function questionsOf(category: Category | ''): readonly Question[] {
  if (category === 'Heating & hot water') return urgencyQuestions
  return wet.has(category) ? ['water', 'risk'] : []
}

/** Returns the answers as they are sent: those of questions that are not asked are left out. */
export function urgencyBody(values: Pick<ReportValues, 'category' | Question>) {
  const asked = questionsOf(values.category)
  const said = (question: Question) => (asked.includes(question) && values[question] !== '' ? values[question] === 'yes' : undefined)
  const [heating, water, risk] = [said('heating'), said('water'), said('risk')]
  return {
    ...(heating !== undefined && { noHeatingOrHotWater: heating }),
    ...(water !== undefined && { waterComingIn: water }),
    ...(risk !== undefined && { personAtRisk: risk }),
  }
}
