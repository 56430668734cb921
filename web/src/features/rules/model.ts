import { nations, type Nation } from '@/api/nations'
import type { Rule, RuleList } from '@/api/rules'

const britain: readonly Nation[] = ['England', 'Wales', 'Scotland']

/** The state of the list in the address. */
export interface ListState {
  search: string
  topic: string
  nation: Nation | undefined
  /** True if nothing is folded. */
  isWhole: boolean
}

/** Reads the address; anything unknown in it does not restrict. */
export const readList = (query: URLSearchParams): ListState => ({
  search: query.get('search')?.trim() ?? '',
  topic: query.get('topic') ?? '',
  nation: nations.find((nation) => nation === query.get('nation')),
  isWhole: query.get('show') === 'all',
})

/** The nations of a rule, as people call them together. */
export function placeOf({ nations: where }: Pick<Rule, 'nations'>): string {
  if (where.length === nations.length) return 'United Kingdom'
  if (where.length === britain.length && britain.every((nation) => where.includes(nation))) return 'Great Britain'
  return where.join(', ')
}

/** Rules under one heading. */
export interface Topic {
  name: string
  rules: Rule[]
}

/** Returns the rules that pass the filters, by topic in the order of the whole. */
export function topicsOf(all: readonly Rule[], { search, topic, nation }: Omit<ListState, 'isWhole'>): Topic[] {
  const wanted = search.toLowerCase()
  const topics: Topic[] = []
  for (const rule of all) {
    const words = [rule.title, rule.text, rule.source, rule.used, placeOf(rule), rule.doubt ?? ''].join(' ').toLowerCase()
    if ((topic !== '' && rule.topic !== topic) || (nation !== undefined && !rule.nations.includes(nation)) || !words.includes(wanted)) continue
    const known = topics.find(({ name }) => name === rule.topic)
    if (known === undefined) topics.push({ name: rule.topic, rules: [rule] })
    else known.rules.push(rule)
  }
  return topics
}

/** Rules under one heading, of which some may be folded away. */
export interface FoldedTopic extends Topic {
  /** The rules that stay. */
  kept: readonly Rule[]
  /** The number of rules that are folded away, or can be. */
  more: number
}

/**
 * Returns the rules of a folded topic that stay: its first, and every one that changes or is not certain, each in all its
 * nations. A single other one is not worth a fold.
 */
export function keptOf(rules: readonly Rule[]): readonly Rule[] {
  const titles = new Set(rules.filter(({ state, confirmed, doubt }, place) => place === 0 || state === 'Coming' || !confirmed || doubt !== null).map(({ title }) => title))
  const kept = rules.filter(({ title }) => titles.has(title))
  return rules.length - kept.length > 1 ? kept : rules
}

/** The topics as they stand: all of those that `isOpen` says, and what is kept of the others. */
export const shownOf = (topics: readonly Topic[], isOpen: (name: string) => boolean): FoldedTopic[] =>
  topics.map((topic) => {
    const kept = keptOf(topic.rules)
    return { ...topic, kept: isOpen(topic.name) ? topic.rules : kept, more: topic.rules.length - kept.length }
  })

/** Returns whether the rule is a cap that homes may be above: what is recorded above it is stored and said. */
export const hasHomesAbove = ({ key, state, confirmed }: Rule): boolean => key === 'deposit.cap' && state === 'Current' && confirmed

/** A rule's place in the whole list: two of one key may hold in different nations or times. */
export const idOf = ({ key, nations: where, fromDate }: Rule): string => [key, ...where, fromDate ?? ''].join('/')

/** The figures of the strip above the list. */
export interface Summary {
  inUse: number
  homes: number
  /** The nation that all homes are in. */
  only: Nation | undefined
  /** The day of the check that is longest ago. */
  checked: string | undefined
  isCheckedAtOnce: boolean
  /** The next rule whose day is still to come. */
  next: Rule | undefined
}

export function summaryOf({ rules, homes }: RuleList): Summary {
  const days = rules.map(({ checkDate }) => checkDate).sort()
  const coming = rules.filter(({ state, confirmed }) => state === 'Coming' && confirmed)
  coming.sort((one, other) => (one.fromDate ?? '').localeCompare(other.fromDate ?? ''))
  return {
    inUse: rules.filter(({ state }) => state === 'Current').length,
    homes: homes.reduce((sum, each) => sum + each.homes, 0),
    only: homes.length === 1 ? homes[0]?.nation : undefined,
    checked: days[0],
    isCheckedAtOnce: days[0] === days.at(-1),
    next: coming[0],
  }
}

/** Returns the number of rules that hold in a nation today. */
export const countIn = (rules: readonly Rule[], nation: Nation): number => rules.filter((rule) => rule.state === 'Current' && rule.nations.includes(nation)).length
