// Maps a key press to a command: one owner for each key, sequences, and all cases in which a key is not ours.
import {
  type CommandContext,
  type CommandId,
  type CommandSession,
  commands,
  contextsOf,
  isAllowed,
  type RegisteredCommand,
} from '#commands/index.ts'
import { bindingsOf, type Overrides } from './bindings.ts'
import { isChord, isComposition, type KeyEvent, parseKeys, strokeOf } from './stroke.ts'

/** How long a sequence waits for its next key. */
export const sequenceTimeoutMs = 1_500

export interface Surroundings {
  /** Innermost context first. */
  contexts: () => readonly CommandContext[]
  session: () => CommandSession
  overrides: () => Overrides
  /** Whether the page has no keys at all. */
  isOff: () => boolean
  /** Whether a dialog is open: it keeps all keys, except those of commands that declare otherwise. */
  isInDialog: () => boolean
  run: (id: CommandId) => void
  /** Called with the strokes that await a next key; empty when no sequence is pending. */
  onPending: (strokes: readonly string[]) => void
}

export interface Dispatcher {
  /**
   * Handles one press. Returns true when the press was ours: then neither the browser nor other listeners may see it.
   */
  press: (event: KeyEvent & { repeat: boolean; target: EventTarget | null }) => boolean
  /** Forgets a pending sequence. */
  cancel: () => void
}

interface Bound {
  command: RegisteredCommand
  strokes: readonly string[]
}

export function createDispatcher(around: Surroundings): Dispatcher {
  let pending: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = (strokes: readonly string[]): void => {
    clearTimeout(timer)
    if (strokes.length > 0) timer = setTimeout(() => wait([]), sequenceTimeoutMs)
    if (strokes.length > 0 || pending.length > 0) around.onPending(strokes)
    pending = strokes
  }

  const press: Dispatcher['press'] = (event) => {
    if (isComposition(event) || around.isOff()) return false
    const stroke = strokeOf(event)
    if (stroke === null || !reaches(event, stroke)) return false
    const before = pending
    // Auto-repeat of the sequence's last key: it neither continues nor cancels the sequence.
    if (event.repeat && before.at(-1) === stroke) return true
    const strokes = [...before, stroke]
    const found = findBound(strokes, event, around)
    if (found === null) {
      wait([])
      if (before.length === 0) return false
      // A key that leads nowhere cancels the sequence and does nothing else; a chord is dispatched afresh.
      return isChord(stroke) ? press(event) : true
    }
    if (found.strokes.length > strokes.length) {
      if (!event.repeat) wait(strokes)
      return true
    }
    wait([])
    if (!event.repeat || found.command.repeat) around.run(found.command.id)
    return true
  }
  return { press, cancel: () => wait([]) }
}

function findBound(
  strokes: readonly string[],
  event: { target: EventTarget | null },
  around: Surroundings,
): Bound | null {
  const contexts = around.contexts()
  const session = around.session()
  const inDialog = around.isInDialog()
  const typing = isTyping(event.target) && !(awaitsText(event.target) && !isText(strokes))
  const begun = boundCommands(around.overrides()).byFirst.get(strokes[0] ?? '') ?? []
  const matching = begun.filter(
    ({ command, strokes: bound }) =>
      strokes.every((stroke, at) => bound[at] === stroke) &&
      isAllowed(command, session) &&
      (!inDialog || command.inDialogs === true) &&
      (!typing || (command.typing === true && typingStroke(command, strokes))),
  )
  // Only hand-edited settings can give a key two owners; then the innermost context wins.
  for (const context of contexts) {
    const inContext = matching.filter(({ command }) => contextsOf(command).includes(context))
    const exact = inContext.find((bound) => bound.strokes.length === strokes.length)
    const found = exact ?? inContext[0]
    if (found) return found
  }
  return null
}

/** In a field plain keys are text, except in the palette, whose field hands them to its commands. */
function typingStroke(command: RegisteredCommand, strokes: readonly string[]): boolean {
  const stroke = strokes[0] ?? ''
  return (
    strokes.length === 1 &&
    (isChord(stroke) || (contextsOf(command).includes('palette') && !isPrinted(stroke)))
  )
}
function isPrinted(stroke: string): boolean {
  const key = stroke.split('+').pop() ?? ''
  return key.length === 1 || key === 'space' || key === 'plus' || key === 'backspace'
}

/** A field over a table's active cell that is still empty: keys belong to the table, except for text. */
const awaitsText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-awaits-text]') !== null

const isText = (strokes: readonly string[]): boolean =>
  strokes.some((stroke) => !isChord(stroke) && isPrinted(stroke) && !stroke.endsWith('backspace'))

interface Prepared {
  overrides: Overrides
  all: readonly Bound[]
  /** By first stroke: most pressed keys begin no binding. */
  byFirst: ReadonlyMap<string, readonly Bound[]>
}

let prepared: Prepared | undefined
function boundCommands(overrides: Overrides): Prepared {
  if (prepared?.overrides !== overrides) {
    const all = commands.flatMap((command) =>
      bindingsOf(command.id, overrides).flatMap((keys) => {
        const strokes = parseKeys(keys)
        return strokes === null ? [] : [{ command, strokes }]
      }),
    )
    prepared = { overrides, all, byFirst: Map.groupBy(all, ({ strokes: [first = ''] }) => first) }
  }
  return prepared
}

/** Commands that continue the strokes pressed so far, for the list of possible next keys. */
export function continuations(
  strokes: readonly string[],
  around: Pick<Surroundings, 'contexts' | 'session' | 'overrides'>,
): { next: string; command: RegisteredCommand }[] {
  const contexts = around.contexts()
  return boundCommands(around.overrides())
    .all.filter(
      ({ command, strokes: bound }) =>
        bound.length > strokes.length &&
        strokes.every((stroke, at) => bound[at] === stroke) &&
        isAllowed(command, around.session()) &&
        contextsOf(command).some((context) => contexts.includes(context)),
    )
    .map(({ command, strokes: bound }) => ({ next: bound.slice(strokes.length).join(' '), command }))
}

const textInputs = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
])

/** Whether a press on this target becomes text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('.monaco-editor') !== null) return true
  if (target instanceof HTMLInputElement) return !textInputs.has(target.type)
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  const editable = target.closest('[contenteditable]')
  if (editable !== null && editable.getAttribute('contenteditable') !== 'false') return true
  return target.closest('[role="textbox"], [role="searchbox"], [role="combobox"]') !== null
}

const pressable =
  'button, a[href], summary, input, [role="button"], [role="link"], [role="menuitem"], [role="option"], [role="tab"], [role="treeitem"], [role="checkbox"], [role="radio"], [role="switch"]'
const ownKeys = '[role="menu"], [role="listbox"], [role="dialog"], .bp6-popover'
const walkers = '[role="tree"], [role="tablist"], [role="radiogroup"], [role="slider"], input'

/** Whether a press on this target may be ours at all: widgets keep the keys that operate them. */
function reaches(event: KeyEvent & { target: EventTarget | null }, stroke: string): boolean {
  const { target } = event
  if (event.key === 'Process' && isTyping(target) && !event.ctrlKey && !event.metaKey) return false
  if (!(target instanceof Element)) return true
  if (target.closest('[data-kept-keys]')?.getAttribute('data-kept-keys')?.split(' ').includes(stroke))
    return false
  if (isChord(stroke)) return true
  if (target.closest('[data-command-keys]') !== null) return true
  if (target.closest(ownKeys) !== null) return false
  const key = stroke.split('+').pop() ?? ''
  if (key === 'enter' || key === 'space') return target.closest(pressable) === null
  if (/^(up|down|left|right|home|end|pageup|pagedown|tab)$/.test(key)) return target.closest(walkers) === null
  return true
}
