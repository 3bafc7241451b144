// One key press with its modifiers, in the registry's notation (`mod+shift+p`) or as a keyboard event. Both are
// converted to one canonical text (`ctrl+shift+p`), so that strokes compare as texts.
import { foldCharacter } from '#shared/pinyin.ts'

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform ?? '')

const modifiers = ['ctrl', 'alt', 'shift', 'meta'] as const
type Modifier = (typeof modifiers)[number]

const namedKeys = new Set(
  'enter escape tab space backspace delete insert up down left right home end pageup pagedown plus'.split(
    ' ',
  ),
)
const functionKey = /^f([1-9]|1\d|2[0-4])$/

/** The canonical text of one stroke in the registry's notation; null when it is invalid. */
export function parseStroke(written: string, mac = isMac): string | null {
  const parts = written.toLowerCase().split('+')
  const key = parts.pop() ?? ''
  if (!isKeyName(key)) return null
  const held = new Set<Modifier>()
  for (const part of parts) {
    const modifier = part === 'mod' ? (mac ? 'meta' : 'ctrl') : part
    if (!isModifier(modifier) || held.has(modifier)) return null
    held.add(modifier)
  }
  // A symbol is named as typed; whether it needs Shift depends on the keyboard, so Shift is not part of the name.
  if (isSymbol(key) && held.has('shift')) return null
  return strokeText(held, key)
}

/** A sequence (`g s`) as canonical strokes; null when one of them is invalid. */
export function parseKeys(written: string, mac = isMac): string[] | null {
  const strokes = written.split(' ').map((stroke) => parseStroke(stroke, mac))
  return strokes.length > 0 && strokes.every((stroke) => stroke !== null) ? (strokes as string[]) : null
}

function isKeyName(key: string): boolean {
  return (
    namedKeys.has(key) ||
    functionKey.test(key) ||
    (key.length === 1 && key > ' ' && key <= '~' && key !== '+')
  )
}
function isModifier(name: string): name is Modifier {
  return (modifiers as readonly string[]).includes(name)
}
/** A printed character that is not a letter: which modifiers produce it differs by keyboard. */
function isSymbol(key: string): boolean {
  return key === 'plus' || (key.length === 1 && !(key >= 'a' && key <= 'z'))
}
function strokeText(held: ReadonlySet<Modifier>, key: string): string {
  return [...modifiers.filter((modifier) => held.has(modifier)), key].join('+')
}

/** The properties of a keyboard event from which a stroke is read. */
export type KeyEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey' | 'isComposing' | 'keyCode'
> & { getModifierState?: (name: string) => boolean }

/** Whether the key belongs to an input method that is composing: then it is not ours, arrows and Enter included. */
export function isComposition(event: KeyEvent): boolean {
  return event.isComposing || (event.keyCode === 229 && event.key !== 'Process')
}

/** The canonical stroke of a key press; null for a lone modifier, a dead key or an unidentifiable key. */
export function strokeOf(event: KeyEvent, mac = isMac): string | null {
  const held = new Set<Modifier>()
  if (event.ctrlKey) held.add('ctrl')
  if (event.altKey) held.add('alt')
  if (event.shiftKey) held.add('shift')
  if (event.metaKey) held.add('meta')
  const printed = printedKey(event.key)
  if (printed !== null) {
    // AltGr types a character: Windows reports it as Ctrl+Alt, macOS as Option.
    const graph = event.getModifierState?.('AltGraph') === true
    const option = mac && event.altKey && !event.ctrlKey && !event.metaKey && isSymbol(printed)
    if (graph || option) {
      held.delete('alt')
      if (graph) held.delete('ctrl')
    }
    if (isSymbol(printed)) held.delete('shift')
    return strokeText(held, printed)
  }
  const key = nameOf(event.key) ?? (needsCode(event) ? keyOfCode(event.code, event.shiftKey) : null)
  if (key === null) return null
  if (isSymbol(key)) held.delete('shift')
  return strokeText(held, key)
}

/** What Chinese input methods type for the symbols by which keys are named. */
const chineseSymbols: Record<string, string> = {
  '、': '/',
  '【': '[',
  '】': ']',
  '「': '[',
  '」': ']',
  '。': '.',
  '《': '<',
  '》': '>',
  '·': '`',
  '￥': '$',
  '…': '^',
}

function printedKey(key: string): string | null {
  if ([...key].length !== 1) return null
  const folded = chineseSymbols[key] ?? foldCharacter(key)
  if (folded === ' ') return 'space'
  if (folded === '+') return 'plus'
  return folded > ' ' && folded <= '~' ? folded : null
}

const eventNames: Record<string, string> = {
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
  esc: 'escape',
  del: 'delete',
}
function nameOf(key: string): string | null {
  const lower = key.toLowerCase()
  const name = eventNames[lower] ?? lower
  return namedKeys.has(name) || functionKey.test(name) ? name : null
}

/**
 * Whether `key` does not identify the key: an input method took it (`Process`), the keyboard's letters aren't Latin, or
 * a modifier turned it into a foreign character or an accent. A dead key alone begins an accent and isn't ours.
 */
function needsCode(event: KeyEvent): boolean {
  if (event.key === 'Process' || event.key === 'Unidentified') return true
  const chord = event.ctrlKey || event.altKey || event.metaKey
  if (event.key === 'Dead') return chord
  return [...event.key].length === 1
}

const symbolCodes: Record<string, readonly [string, string]> = {
  Slash: ['/', '?'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Minus: ['-', '_'],
  Equal: ['=', 'plus'],
  Backslash: ['\\', '|'],
}
const shiftedDigits = ')!@#$%^&*('

function keyOfCode(code: string, shift: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return letter.toLowerCase()
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit) return shift ? (shiftedDigits[Number(digit)] as string) : digit
  const pad = /^Numpad(\d|Enter)$/.exec(code)?.[1]
  if (pad) return pad.toLowerCase()
  const symbol = symbolCodes[code]
  if (symbol) return symbol[shift ? 1 : 0]
  return nameOf(code)
}

/** Ctrl, Alt or Cmd is held, or it is a function key: the press can't produce text. */
export function isChord(stroke: string): boolean {
  return /(^|\+)(ctrl|alt|meta)\+/.test(stroke) || functionKey.test(stroke.split('+').pop() ?? '')
}
