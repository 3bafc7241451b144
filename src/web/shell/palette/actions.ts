// What the palette's keys do: they act on the row highlighted in the open palette.

import { drawAhead, lookAhead } from '../ahead.ts'
import { lookAway } from '../foreseen.ts'
import type { Handler } from '../keys/handlers.ts'
import { isRefused } from '../keys/refusals.ts'
import { goTo, openInNewTab } from '../keys/run.ts'
import { useSession } from '../session.ts'
import type { PaletteEntry } from './entries.ts'
import { recordUse } from './history.ts'
import { highlightedIn, type PaletteList, usePaletteList } from './list.ts'
import { closePalette, goBack, pushPage, togglePalette, typeText, usePalette } from './store.ts'

let resting: ReturnType<typeof setTimeout> | undefined
/** Time on one row before its page's code is loaded: arrowing through the list must load nothing. */
const restMs = 80
/** Further time before the page is drawn ahead: longer than slow typists take for a letter. */
const longerMs = 320

usePaletteList.subscribe((now, before) => {
  const go = highlightedIn(now)?.go
  if (go === highlightedIn(before)?.go) return
  clearTimeout(resting)
  // Deferred: opening an entry closes the palette first, and the opened page must keep its preparation.
  queueMicrotask(lookAway)
  if (go === undefined) return
  resting = setTimeout(() => {
    lookAhead(go)
    resting = setTimeout(() => drawAhead(go), longerMs)
  }, restMs)
})

export function runEntry(entry: PaletteEntry, newTab = false): void {
  if (entry.denied !== undefined) return
  if (newTab) {
    if (entry.go === undefined && entry.resolve === undefined) return
    remember(entry)
    closePalette()
    follow(entry, openInNewTab)
    return
  }
  remember(entry)
  if (entersPage(entry, true)) return
  // Close first: closing restores the former focus, and the action may then move it.
  closePalette()
  if (entry.go !== undefined || entry.resolve !== undefined) follow(entry, goTo)
  else entry.run?.()
}

function follow({ go, resolve }: PaletteEntry, open: (path: string) => void): void {
  if (go !== undefined) open(go)
  // When the request fails, the client has already shown the error.
  else resolve?.().then(open, () => undefined)
}

/**
 * Opens the page for the entry's argument, or the entry's own list. With Enter, a path takes precedence over a list.
 */
function entersPage(entry: PaletteEntry, byEnter: boolean): boolean {
  if (entry.argument !== undefined && entry.command !== undefined) {
    if (isRefused(entry.command)) closePalette()
    else pushPage({ kind: 'argument', command: entry.command })
    return true
  }
  if (entry.page === undefined || (byEnter && (entry.go !== undefined || entry.run !== undefined)))
    return false
  pushPage({ kind: 'list', page: entry.page })
  return true
}

function completeEntry(entry: PaletteEntry): void {
  if (entry.denied !== undefined || entersPage(entry, false)) return
  const { text, pages } = usePalette.getState()
  const prefix = pages.length === 1 && '>@#$%?'.includes(text.charAt(0)) ? text.charAt(0) : ''
  typeText(prefix + entry.title)
}

/** Options of an argument are not remembered, only entries of the first page. */
function remember(entry: PaletteEntry): void {
  if (usePalette.getState().pages.at(-1)?.kind === 'argument') return
  recordUse(useSession.getState().username, entry.id)
}

const onHighlighted =
  (act: (entry: PaletteEntry) => void): Handler =>
  () => {
    const highlighted = highlightedIn(usePaletteList.getState())
    if (highlighted !== null) act(highlighted)
  }

let forget = () => {}

/** On a nested page, whose entries may still be on their way, Enter counts once there are some, unless one types on. */
function runHighlighted(): void {
  const { text, page } = usePaletteList.getState()
  const take = (now: PaletteList) => {
    const isSame = now.text === text && now.page === page
    const entry = isSame ? highlightedIn(now) : null
    if (isSame && page !== null && entry === null) return
    forget()
    if (entry !== null) runEntry(entry)
  }
  forget()
  forget = usePaletteList.subscribe(take)
  take(usePaletteList.getState())
}

export const paletteHandlers = {
  'palette.open': togglePalette,
  'palette.run': runHighlighted,
  'palette.newTab': onHighlighted((entry) => runEntry(entry, true)),
  'palette.complete': onHighlighted(completeEntry),
  'palette.back': goBack,
} satisfies Record<string, Handler>
