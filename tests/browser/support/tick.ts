import { expect, type Locator } from '@playwright/test'

/** Ticks a radio or a checkbox. Its own input lies unseen over the mark and moves with a dialog that still opens, so it is pressed until it is ticked. */
export async function tick(control: Locator): Promise<void> {
  await expect(() => control.check({ force: true, timeout: 1_000 })).toPass()
}
