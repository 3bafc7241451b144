// Whether the palette is open, what is typed, and through which pages one came.
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
  /** What was pasted, where the field holds only its beginning: line feeds, or more than a line takes. */
  pasted: string | null
  /** The contexts of the place from which it was opened: their commands are offered. */
  contexts: readonly CommandContext[]
}

/** Characters that the field takes. */
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
  /** Asks for this command's argument at once. */
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

/** Closes, and gives the focus back to where it was. */
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

/** The field shows one line of it, no longer than it takes. */
export function pasteText(whole: string): void {
  const line = whole.slice(0, 1_000).replace(/\s+/g, ' ').trim()
  usePalette.setState({ text: line.slice(0, longestTyped), pasted: whole })
}

export function pushPage(page: OpenPage): void {
  usePalette.setState(({ pages }) => ({ pages: [...pages, page], text: '', pasted: null }))
}

/** One level back; from the first level it closes. */
export function goBack(): void {
  const { pages } = usePalette.getState()
  if (pages.length > 1) usePalette.setState({ pages: pages.slice(0, -1), text: '', pasted: null })
  else closePalette()
}
