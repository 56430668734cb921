/** The file that the page of columns is about: files cannot stand in an address, so it lives as long as the page does not load anew. */
let held: File | null = null

export const heldFile = {
  get: (): File | null => held,
  set: (file: File | null): void => {
    held = file
  },
}
