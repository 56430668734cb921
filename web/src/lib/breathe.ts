/** Lets the browser paint and answer its user; a slow phone needs long for each step of the start. */
export const breathe = (milliseconds = 0): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))
