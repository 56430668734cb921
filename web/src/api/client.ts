import createFetchClient, { type Middleware } from 'openapi-fetch'
import createQueryClient from 'openapi-react-query'
import { ApiError } from './errors'
import { passwordDue } from './passwordDue'
import type { components, paths } from './schema'
import { send } from './transport'
import { useLasting } from './useMutation'

/** A type of the contract. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

// openapi-fetch takes an empty body of a failure for a success; here every failure throws.
const failuresThrow: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return
    const error = new ApiError(response.status, await response.text(), response.statusText)
    if (error.problem.reason === 'PASSWORD_CHANGE_REQUIRED') passwordDue.set(true)
    throw error
  },
}

const client = createFetchClient<paths>({ baseUrl: location.origin, credentials: 'include', fetch: send })
client.use(failuresThrow)

/** The API's calls, typed by its contract. */
export { client }

const created = createQueryClient(client)
/** The same for queries and mutations; query keys are made of the call itself. */
export const api = { ...created, useMutation: ((...call) => useLasting(created.useMutation(...call))) as typeof created.useMutation }
