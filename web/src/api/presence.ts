/**
 * So long after the last thing that a person did here, what is read is read for nobody: live updates or timers cause it. A reply
 * and what it leads to come within this time.
 */
const after = 10_000

const acts = ['pointerdown', 'pointermove', 'touchmove', 'wheel', 'keydown', 'drop', 'visibilitychange', 'popstate']

// Opening a page counts as an act.
let lastAct = performance.now()

for (const act of acts) addEventListener(act, noteAct, { capture: true, passive: true })

function noteAct(): void {
  lastAct = performance.now()
}

/** Returns whether nobody has touched this tab for a while. */
export function isUnattended(): boolean {
  return performance.now() - lastAct > after
}

/** The header that says, with `1`, that no person caused a request: it is no use of the session. */
export const backgroundHeader = 'lintel-background'
