import { set, type FieldErrors, type FieldPath, type FieldValues, type Resolver } from 'react-hook-form'
import type { Mistake } from './ErrorSummary'

/** The mistakes in a form's fields, in words, by the name of the control. */
export type Mistakes<Values extends FieldValues> = Partial<Record<FieldPath<Values>, string>>

/** Makes a form follow rules: a pure function from its values to their mistakes. */
export function resolverOf<Values extends FieldValues>(check: (values: Values) => Mistakes<Values>): Resolver<Values> {
  return (values) => {
    const mistakes = Object.entries(check(values))
    if (mistakes.length === 0) return { values, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [name, message] of mistakes) set(errors, name, { type: 'rule', message })
    return { values: {}, errors }
  }
}

/** A form's mistakes as a list, in the order of `names`. */
export function listMistakes<Name extends string>(names: readonly Name[], messageOf: (name: Name) => string | undefined): Mistake[] {
  return names.flatMap((name) => {
    const text = messageOf(name)
    return text === undefined ? [] : [{ name, text }]
  })
}
