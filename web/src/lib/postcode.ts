const shape = /^(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/

/** Returns whether it has the form of a UK postcode, in any case and spacing. */
export function isPostcode(text: string): boolean {
  return shape.test(text.replace(/\s+/g, '').toUpperCase())
}
