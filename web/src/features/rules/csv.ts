import type { Rule } from '@/api/rules'
import { csvOf } from '@/lib/csv'
import type { Topic } from './model'

const head = [
  'Topic', 'Rule', 'Nations', 'What Lintel applies', 'From', 'Until', 'State', 'Confirmed', 'Not certain', 'Source', 'Last checked',
  'Where Lintel uses it', 'Example',
] // prettier-ignore

const line = (rule: Rule) => [
  rule.topic, rule.title, rule.nations.join(', '), rule.text, rule.fromDate, rule.untilDate, rule.state, rule.confirmed ? 'Yes' : 'No', rule.doubt,
  rule.source, rule.checkDate, rule.used, rule.example,
] // prettier-ignore

/** The rules as a CSV file that spreadsheets read: a line each, days as ISO has them. */
export const rulesCsv = (topics: readonly Topic[]): string => csvOf(head, topics.flatMap(({ rules }) => rules).map(line))
