/** What the browser needs of an access token. The server alone decides what it is worth. */
export interface TokenClaims {
  /** Whose it is. */
  subject: string
  /** Until when it is good, in milliseconds since 1970. */
  expiresAt: number
}

/** Reads a token without judging it; `null` for anything that is none. */
export function readToken(token: string): TokenClaims | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const json: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    if (typeof json !== 'object' || json === null || !('exp' in json) || typeof json.exp !== 'number') return null
    return { subject: 'sub' in json ? String(json.sub) : '', expiresAt: json.exp * 1000 }
  } catch {
    return null
  }
}
