import { bothNames, scopeNames } from './messages'

/** Returns the permissions of a key with these scopes, a line each in the order of the form; reading and changing the same is one line. */
export function abilitiesOf(scopes: readonly string[]): string[] {
  const known = Object.entries(scopeNames).flatMap(([scope, name]) => {
    if (!scopes.includes(scope)) return []
    const [area = '', act] = scope.split('.')
    const both = area in bothNames ? bothNames[area as keyof typeof bothNames] : undefined
    if (both === undefined || !scopes.includes(`${area}.read`) || !scopes.includes(`${area}.write`)) return [name]
    return act === 'read' ? [both] : []
  })
  // One that a later version has added is named as it is.
  return [...known, ...scopes.filter((scope) => !(scope in scopeNames))]
}
