import { useInsertionEffect } from 'react'

/**
 * Stands in for the module of Emotion that says when a component's styles are written (vite.config.ts): while it is rendered, as
 * Emotion itself does where React has no insertion effects. Rendering is done in slices; effects are not, and writing a first
 * screen's styles in them was half of its commit, during which a slow phone answered nobody.
 */
export const useInsertionEffectAlwaysWithSyncFallback = (write: () => unknown): unknown => write()

/** When styles that hold for the whole page are written, which also leave it again: with the commit, as before. */
export const useInsertionEffectWithLayoutFallback = useInsertionEffect
