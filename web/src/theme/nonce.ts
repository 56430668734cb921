/** The nonce that the gateway wrote into this page; style elements made by scripts must carry it. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
}
