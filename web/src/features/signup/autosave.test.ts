import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAutosave, type SaveState } from './autosave'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server in the hands of the test: each sending ends when the test says so. */
function aServer() {
  const sent: { body: string; accept: () => void; refuse: (error: Error) => void }[] = []
  const states: SaveState['kind'][] = []
  const autosave = createAutosave<string>({
    pause: 1_000,
    retryAfter: 10_000,
    mayRetry: (error) => (error as Error).message !== 'never',
    onState: ({ kind }) => states.push(kind),
    save: (body) => new Promise((accept, refuse) => sent.push({ body, accept, refuse })),
  })
  return { autosave, sent, states, bodies: () => sent.map(({ body }) => body) }
}

it('sends what there is once nothing has changed for a second', async () => {
  const { autosave, sent, bodies, states } = aServer()
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(900)
  autosave.change('ab')
  await vi.advanceTimersByTimeAsync(900)
  expect(bodies()).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(bodies()).toEqual(['ab'])
  sent[0]?.accept()
  await vi.advanceTimersByTimeAsync(0)
  expect(states).toEqual(['saving', 'saved'])
})

it('has one sending under way, and then sends the newest alone', async () => {
  const { autosave, sent, bodies } = aServer()
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(1_000)
  autosave.change('ab')
  await vi.advanceTimersByTimeAsync(1_000)
  autosave.change('abc')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(bodies()).toEqual(['a'])
  sent[0]?.accept()
  await vi.advanceTimersByTimeAsync(0)
  expect(bodies()).toEqual(['a', 'abc'])
})

it('flushes what was typed during a sending, too', async () => {
  const { autosave, sent, bodies } = aServer()
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(1_000)
  autosave.change('ab')
  const flushed = autosave.flush()
  sent[0]?.accept()
  await vi.advanceTimersByTimeAsync(0)
  expect(bodies()).toEqual(['a', 'ab'])
  sent[1]?.accept()
  expect(await flushed).toBe(true)
})

it('sends what is typed right after a sending has ended', async () => {
  const { autosave, sent, bodies } = aServer()
  autosave.change('a')
  const first = autosave.flush()
  sent[0]?.accept()
  await first
  autosave.change('b')
  const second = autosave.flush()
  expect(bodies()).toEqual(['a', 'b'])
  sent[1]?.accept()
  expect(await second).toBe(true)
})

it('says what was not sent, and tries again with the newest values', async () => {
  const { autosave, sent, bodies, states } = aServer()
  autosave.change('a')
  const flushed = autosave.flush()
  sent[0]?.refuse(new Error('offline'))
  expect(await flushed).toBe(false)
  expect(states).toEqual(['saving', 'failed'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(bodies()).toEqual(['a', 'a'])
  autosave.change('ab')
  sent[1]?.refuse(new Error('offline'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(bodies()).toEqual(['a', 'a', 'ab'])
})

it('waits for a decision where it may not try again by itself', async () => {
  const { autosave, sent, bodies } = aServer()
  autosave.change('a')
  const flushed = autosave.flush()
  sent[0]?.refuse(new Error('never'))
  await flushed
  await vi.advanceTimersByTimeAsync(60_000)
  expect(bodies()).toEqual(['a'])
})

it('sends nothing once it was stopped', async () => {
  const { autosave, bodies } = aServer()
  autosave.change('a')
  autosave.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(bodies()).toEqual([])
  expect(await autosave.flush()).toBe(true)
})
