// Whether the sheet of keys is open, and for which contexts.
import { create } from 'zustand'
import type { CommandContext } from '#commands/index.ts'
import { activeContexts } from '../keys/contexts.ts'
import type { Handler } from '../keys/handlers.ts'

interface HelpState {
  open: boolean
  /** Contexts of the place from which the sheet was opened: their keys come first. */
  contexts: readonly CommandContext[]
}

export const useHelp = create<HelpState>(() => ({ open: false, contexts: ['global'] }))

export function openHelp(): void {
  useHelp.setState({ open: true, contexts: activeContexts() })
}

export function closeHelp(): void {
  useHelp.setState({ open: false })
}

export const helpHandlers = {
  'help.open': openHelp,
} satisfies Record<string, Handler>
