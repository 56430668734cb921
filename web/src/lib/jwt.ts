/** The part of an access token that the browser needs. The server alone decides what it is worth. */
export interface TokenClaims {
  /** The user, and the organisation that they act for. */
  subject: string
  /** The session that it was made in. */
  session: string
  /** Their account type, if it says one. */
  role: string | undefined
  /** The end of its validity, in milliseconds since 1970. */
  expiresAt: number
}

/** Reads a token without judging it; `null` for anything that is none. */
export function readToken(token: string): TokenClaims | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const json: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    if (typeof json !== 'object' || json === null || !('exp' in json) || typeof json.exp !== 'number') return null
    const { sub = '', org = '', sid = '', role } = json as { sub?: unknown; org?: unknown; sid?: unknown; role?: unknown }
    return { subject: [sub, org].map(String).join('/'), session: String(sid), role: typeof role === 'string' ? role : undefined, expiresAt: json.exp * 1000 }
  } catch {
    return null
  }
}
