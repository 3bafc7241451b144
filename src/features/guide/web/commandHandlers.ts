// What the guide's commands do.
import { closeHelp, useHelp } from '#web/shell/help/store.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { goTo, openInNewTab } from '#web/shell/keys/run.ts'
import { closePalette, usePalette } from '#web/shell/palette/store.ts'
import { contents } from './contents.ts'
import { addressOf, helpAddress, placeIn } from './places.ts'
import { leaveGuide } from './steps.ts'

const isUnderDialog = (): boolean =>
  document.querySelector('.bp6-overlay-open .bp6-dialog, [aria-modal="true"]') !== null

/** Palette and sheet of keys make way. Another dialog stays, with what was typed: help comes in a tab of its own. */
function openPageHelp(): void {
  const address = helpAddress(location.pathname)
  const makesWay = usePalette.getState().open || useHelp.getState().open
  closePalette()
  closeHelp()
  if (!makesWay && isUnderDialog()) openInNewTab(address)
  else goTo(address)
}

function stepBy(step: 1 | -1): void {
  const at = contents.findIndex(({ id }) => id === placeIn(location.search).chapter)
  const next = contents[at + step]
  if (next) goTo(addressOf(next.id))
}

export const guideWork = {
  'guide.page': openPageHelp,
  'guide.search': () => document.getElementById('guide-search')?.focus(),
  'guide.previous': () => stepBy(-1),
  'guide.next': () => stepBy(1),
  'guide.leave': leaveGuide,
} satisfies Record<string, Handler>
