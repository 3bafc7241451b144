// Puts the dispatcher to work on the page: hotkeys-js hands it each key press, once, before anyone else sees it.
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

/** A dialog keeps all keys for itself; the palette is one whose keys are commands. */
function foreignDialogIsOpen(): boolean {
  if (activeContexts().includes('palette')) return false
  return (
    document.body.classList.contains('bp6-overlay-open') ||
    document.querySelector('[aria-modal="true"]') !== null
  )
}

/** Begins to listen; the answer ends it. */
export function startKeys(): () => void {
  const dispatcher = createDispatcher(surroundings)
  // Before hotkeys-js: it must see a key first.
  const keyUps = startKeyUps()
  const press = (event: KeyboardEvent): boolean => {
    const taken = dispatcher.press(event)
    if (taken) keyUps.taken()
    // hotkeys-js takes false for: ours, let nobody else see it.
    return !taken
  }
  // Which elements count as fields is for the dispatcher to say.
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
