/** A module that is fetched when it is needed. */
export interface Chunk<Module> {
  load: () => Promise<Module>
  /** The module, once it was fetched. */
  readonly there: Module | undefined
}

/** Remembers a module once it was fetched; one that did not come is fetched again when it is next needed. */
export function chunk<Module>(fetch: () => Promise<Module>): Chunk<Module> {
  let there: Module | undefined
  return {
    load: async () => (there = await fetch()),
    get there() {
      return there
    },
  }
}
