// One press of a key with its modifiers, as a registry writes it (`mod+shift+p`) and as a keyboard event tells it.
// Both become one canonical text (`ctrl+shift+p`), so that comparing is comparing texts.
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

/** The canonical text of one written stroke; null when it can't be read. */
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
  // A symbol is named as it is typed; the Shift that some keyboards need for it says nothing.
  if (isSymbol(key) && held.has('shift')) return null
  return strokeText(held, key)
}

/** A written sequence (`g s`) as canonical strokes; null when one of them can't be read. */
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
/** Printed and not a letter: which modifiers make it differs by keyboard. */
function isSymbol(key: string): boolean {
  return key === 'plus' || (key.length === 1 && !(key >= 'a' && key <= 'z'))
}
function strokeText(held: ReadonlySet<Modifier>, key: string): string {
  return [...modifiers.filter((modifier) => held.has(modifier)), key].join('+')
}

/** What of a keyboard event a stroke is read from. */
export type KeyEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey' | 'isComposing' | 'keyCode'
> & { getModifierState?: (name: string) => boolean }

/** Whether the key belongs to an input method that is composing: it is not ours then, arrows and Enter included. */
export function isComposition(event: KeyEvent): boolean {
  return event.isComposing || (event.keyCode === 229 && event.key !== 'Process')
}

/** The canonical stroke of a key press; null for a modifier alone, a dead key or what can't be told. */
export function strokeOf(event: KeyEvent, mac = isMac): string | null {
  const held = new Set<Modifier>()
  if (event.ctrlKey) held.add('ctrl')
  if (event.altKey) held.add('alt')
  if (event.shiftKey) held.add('shift')
  if (event.metaKey) held.add('meta')
  const printed = printedKey(event.key)
  if (printed !== null) {
    // AltGr types a character: Windows tells it as Ctrl+Alt, a Mac as Option.
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

/** What Chinese input methods print for the symbols that keys are named by. */
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
 * Where `key` says nothing of the key: an input method took it (`Process`), the keyboard's letters aren't Latin,
 * or a modifier made a foreign character or an accent of it. A dead key alone begins an accent and isn't ours.
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

/** Ctrl, Alt or Cmd are held, or it is a function key: no text can come of it. */
export function isChord(stroke: string): boolean {
  return /(^|\+)(ctrl|alt|meta)\+/.test(stroke) || functionKey.test(stroke.split('+').pop() ?? '')
}
