import { fireEvent } from '@testing-library/react'
import { vi } from 'vitest'

/** The size of the window: jsdom has no layout. */
interface Viewport {
  /** The width in pixels. */
  width: number
  isDark: boolean
}

let viewport: Viewport = { width: 1280, isDark: false }

/** Sets the window for the test that runs; every test starts with 1280 pixels and the light scheme. */
export function setViewport(changes: Partial<Viewport> = {}): void {
  viewport = { width: 1280, isDark: false, ...changes }
}

function setScroll(pixels: number): void {
  Object.defineProperty(window, 'scrollY', { value: pixels, configurable: true })
}

let clock = 1e9

/** Moves the tab's clock on, far from everything that it remembers of earlier times and tests, and stops it there. */
export function muchLater(): void {
  clock += 1e6
  vi.spyOn(performance, 'now').mockReturnValue(clock)
}

/** The window as it is after scrolling: jsdom has no layout, so rows are as high as they are taken to be. Every test starts at 0. */
export function scrollWindow(pixels: number): void {
  setScroll(pixels)
  fireEvent.scroll(window)
}

function matches(query: string): boolean {
  const most = /\(max-width: ([\d.]+)px\)/.exec(query)
  const below = /\(width < ([\d.]+)px\)/.exec(query)
  const least = /\(min-width: ([\d.]+)px\)/.exec(query)
  if (query.includes('prefers-color-scheme: dark')) return viewport.isDark
  return (!most || viewport.width <= Number(most[1])) && (!below || viewport.width < Number(below[1])) && (!least || viewport.width >= Number(least[1]))
}

/** jsdom has no media queries and cannot scroll or reload. */
export function installBrowser(): void {
  setScroll(0)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('ResizeObserver', Watcher)
  vi.stubGlobal('IntersectionObserver', Watcher)
  Element.prototype.scrollIntoView = () => undefined
  Stream.all = []
}

const nothing = () => undefined

/** Watches for nothing: without a layout no size changes, and nothing comes near. */
class Watcher {
  observe = nothing
  unobserve = nothing
  disconnect = nothing
}

/** The stream of changes, in the hands of the test. */
export class Stream extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  /** All streams that were opened, in their order. */
  static all: Stream[] = []

  readonly url: string
  readyState: number = Stream.OPEN

  constructor(url: string) {
    super()
    this.url = url
    Stream.all.push(this)
  }

  /** The stream that is open now. */
  static get open(): Stream | undefined {
    return Stream.all.findLast(({ readyState }) => readyState === Stream.OPEN)
  }

  /** Delivers an event of the server. */
  say(event: string, data = ''): void {
    this.dispatchEvent(new MessageEvent(event, { data }))
  }

  /** The server turned it away: the browser does not come back by itself. */
  refuse(): void {
    this.readyState = Stream.CLOSED
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = Stream.CLOSED
  }
}

/** Everything that this tab keeps. */
export const keptByTab = (): string => JSON.stringify(Object.entries(sessionStorage))
