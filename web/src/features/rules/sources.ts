/** A part of a rule's source, with the address where people find it; null where none is known. */
export interface SourcePart {
  text: string
  href: string | null
}

/** The name of an Act or of Regulations at the beginning of a citation, to its year. */
const named = /^.*?(?:Act|Regulations) (?:\([^)]*\) )*\d{4}/
const instrument = /^S\.I\. (\d{4})\/(\d+)$/
const onGovUk = /^GOV\.UK: (.+)$/
const site = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/**
 * The parts of a source, each with where to look it up: Acts by their names and papers of GOV.UK by their words, since a search of those
 * sites stays right when an address of theirs changes.
 */
export const partsOf = (source: string): SourcePart[] => source.split('; ').map((text) => ({ text, href: addressOf(text) }))

function addressOf(text: string): string | null {
  const law = named.exec(text)?.[0]
  if (law !== undefined) return `https://www.legislation.gov.uk/all?title=${encodeURIComponent(law)}`
  const [, year, number] = instrument.exec(text) ?? []
  if (year !== undefined && number !== undefined) return `https://www.legislation.gov.uk/uksi/${year}/${number}`
  const words = onGovUk.exec(text)?.[1]
  if (words !== undefined) return `https://www.gov.uk/search/all?keywords=${encodeURIComponent(words)}`
  return site.test(text) ? `https://${text}` : null
}
