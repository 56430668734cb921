import { dutyNames, type Duty } from './model'

/** The homes shown, as the address has it. */
export interface GridState {
  search: string
  duty: Duty | undefined
  toDo: boolean
  sort: 'missing' | 'name'
}

/** Reads the address; anything unknown in it does not restrict. A phone begins with what is to do. */
export function readGrid(query: URLSearchParams, isMobile: boolean): GridState {
  const homes = query.get('homes')
  return {
    search: query.get('search') ?? '',
    duty: dutyNames.find((name) => name === query.get('duty')),
    toDo: isMobile ? homes !== 'all' : homes === 'todo',
    sort: query.get('sort') === 'name' ? 'name' : 'missing',
  }
}
