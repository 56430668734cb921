import { lazy, type ComponentType } from 'react'

/**
 * A part that a screen can do without, loaded when it is first shown. Where its chunk cannot be loaded, nothing is in its place: the
 * screen around it stays.
 */
export function optional(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load().catch(() => none) }))
}

const none = () => null
