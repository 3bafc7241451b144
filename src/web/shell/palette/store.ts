// Whether the palette is open, the typed text, and the stack of opened pages.
import { create } from 'zustand'
import type { CommandContext, CommandId } from '#commands/index.ts'
import { type FocusTrail, focusTrail, giveFocusBack } from '#web/ui/focus/focusTrail.ts'
import { activeContexts, enterContext } from '../keys/contexts.ts'
import type { PalettePage } from './entries.ts'
import type { Prefix } from './providers.ts'

/** The first page, the options of a command's argument, or an entry's own list. */
export type OpenPage =
  | { kind: 'root' }
  | { kind: 'argument'; command: CommandId }
  | { kind: 'list'; page: PalettePage }

interface PaletteState {
  open: boolean
  pages: readonly OpenPage[]
  text: string
  /** The whole pasted text, when the field shows only its beginning: it has line feeds or is too long. */
  pasted: string | null
  /** Contexts of the place from which the palette was opened: their commands are offered. */
  contexts: readonly CommandContext[]
}

/** The most characters that the field takes. */
export const longestTyped = 200

const closed: PaletteState = {
  open: false,
  pages: [{ kind: 'root' }],
  text: '',
  pasted: null,
  contexts: ['global'],
}

export const usePalette = create<PaletteState>(() => closed)

let origin: FocusTrail = []
let leaveContext: (() => void) | undefined

interface PaletteRequest {
  prefix?: Prefix
  /** Opens on this command's argument page. */
  command?: CommandId
}

export function openPalette({ prefix, command }: PaletteRequest = {}): void {
  const { open, contexts } = usePalette.getState()
  if (!open) {
    origin = focusTrail()
  }
  usePalette.setState({
    open: true,
    pages: command === undefined ? closed.pages : [{ kind: 'argument', command }],
    text: prefix ?? '',
    pasted: null,
    contexts: open ? contexts : activeContexts(),
  })
  leaveContext ??= enterContext('palette')
}

/** Closes the palette, and restores the former focus. */
export function closePalette(): void {
  leaveContext?.()
  leaveContext = undefined
  if (!usePalette.getState().open) return
  giveFocusBack(origin, document.querySelector('.palette'))
  usePalette.setState(closed)
}

export function togglePalette(): void {
  if (usePalette.getState().open) closePalette()
  else openPalette()
}

export function typeText(text: string): void {
  usePalette.setState({ text, pasted: null })
}

/** The field shows the text on one line, cut to the longest length. */
export function pasteText(whole: string): void {
  const line = whole.slice(0, 1_000).replace(/\s+/g, ' ').trim()
  usePalette.setState({ text: line.slice(0, longestTyped), pasted: whole })
}

export function pushPage(page: OpenPage): void {
  usePalette.setState(({ pages }) => ({ pages: [...pages, page], text: '', pasted: null }))
}

/** Goes back one page; closes the palette on the first page. */
export function goBack(): void {
  const { pages } = usePalette.getState()
  if (pages.length > 1) usePalette.setState({ pages: pages.slice(0, -1), text: '', pasted: null })
  else closePalette()
}
