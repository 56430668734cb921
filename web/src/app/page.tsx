import { lazy, useState, type ComponentType } from 'react'
import { chunk, type Chunk } from '@/lib/chunk'

interface PageModule<Props> {
  Component: ComponentType<Props>
}

/**
 * A page, whose module comes when it is first needed. Where it is there already it is rendered at once: `lazy` alone shows the
 * fallback even then, and everything is rendered twice.
 */
export function page<Props extends object = object>(source: Chunk<PageModule<Props>> | (() => Promise<PageModule<Props>>)): ComponentType<Props> {
  const module = typeof source === 'function' ? chunk(source) : source
  const Later: ComponentType<Props> = lazy(async () => ({ default: (await module.load()).Component }))
  return function Page(props: Props) {
    // The same for as long as it is shown: another would begin with nothing that was typed.
    const [Shown] = useState<ComponentType<Props>>(() => module.there?.Component ?? Later)
    return <Shown {...props} />
  }
}
