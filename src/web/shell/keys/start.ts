// Connects the dispatcher to the page: hotkeys-js passes it each key press, once, before other listeners.
import hotkeys from 'hotkeys-js'
import type { RegisteredCommand } from '#commands/index.ts'
import { isOpenPath } from '../routeRules.ts'
import { useSession } from '../session.ts'
import { currentOverrides } from './bindings.ts'
import { activeContexts } from './contexts.ts'
import { continuations, createDispatcher, type Surroundings } from './dispatcher.ts'
import { startKeyUps } from './keyUps.ts'
import { usePending } from './pending.ts'
import { runCommand } from './run.ts'

const surroundings: Surroundings = {
  contexts: activeContexts,
  session: () => useSession.getState().roleData,
  overrides: currentOverrides,
  isOff: () => isOpenPath(window.location.pathname),
  isInDialog: foreignDialogIsOpen,
  run: runCommand,
  onPending: (strokes) => usePending.setState({ strokes }),
}

/** A dialog keeps all keys to itself; the palette is a dialog whose keys are commands. */
function foreignDialogIsOpen(): boolean {
  if (activeContexts().includes('palette')) return false
  return (
    document.body.classList.contains('bp6-overlay-open') ||
    document.querySelector('[aria-modal="true"]') !== null
  )
}

/** Starts listening; the returned function stops it. */
export function startKeys(): () => void {
  const dispatcher = createDispatcher(surroundings)
  // Registered before hotkeys-js, so that it receives each key first.
  const keyUps = startKeyUps()
  const press = (event: KeyboardEvent): boolean => {
    const taken = dispatcher.press(event)
    if (taken) keyUps.taken()
    // For hotkeys-js, false means: handled, stop the event.
    return !taken
  }
  // The dispatcher itself decides which elements count as fields.
  hotkeys.filter = () => true
  hotkeys('*', { element: document as unknown as HTMLElement, capture: true }, press)
  const cancel = dispatcher.cancel
  window.addEventListener('blur', cancel)
  window.addEventListener('pointerdown', cancel, true)
  return () => {
    cancel()
    keyUps.end()
    hotkeys.unbind('*', 'all', press)
    window.removeEventListener('blur', cancel)
    window.removeEventListener('pointerdown', cancel, true)
  }
}

export function continuationsNow(strokes: readonly string[]): { next: string; command: RegisteredCommand }[] {
  return continuations(strokes, surroundings)
}
