/** The texts around a signature. */
export const signature = {
  label: 'Signature',
  drawHint: 'Draw with a finger, a pen or the mouse',
  typeHint: 'Your typed name counts like a drawn signature',
  name: 'Type your name',
  clear: 'Clear',
  undo: 'Undo',
  type: 'Type instead',
  draw: 'Draw instead',
  notSigned: 'Not signed yet',
  signed: 'Signed',
  picture: (name: string) => `Signature: ${name}`,
} as const
