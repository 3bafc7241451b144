// Whether the sheet of keys is open, and for which place.
import { create } from 'zustand'
import type { CommandContext } from '../../../../commands/index.ts'
import { activeContexts } from '../keys/contexts.ts'
import type { Handler } from '../keys/handlers.ts'

interface HelpState {
  open: boolean
  /** The contexts of the place from which it was opened: their keys stand first. */
  contexts: readonly CommandContext[]
}

export const useHelp = create<HelpState>(() => ({ open: false, contexts: ['global'] }))

let origin: HTMLElement | null = null

export function openHelp(): void {
  origin = document.activeElement instanceof HTMLElement ? document.activeElement : null
  useHelp.setState({ open: true, contexts: activeContexts() })
}

export function closeHelp(): void {
  useHelp.setState({ open: false })
}

/** Gives the focus back to where it was; the dialog calls it when it is gone, as Blueprint's does not then. */
export function returnFocus(): void {
  if (origin?.isConnected) origin.focus({ preventScroll: true })
  origin = null
}

export const helpHandlers = {
  'help.open': openHelp,
} satisfies Record<string, Handler>
