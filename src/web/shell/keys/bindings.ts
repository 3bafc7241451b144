// The present keys of each command: the registry's, or the user's own from the personal settings.

import { canMeet } from '#commands/contexts.ts'
import {
  type CommandId,
  commandOf,
  commands,
  isCommandId,
  keysOf,
  type RegisteredCommand,
} from '#commands/index.ts'
import { useSettings } from '../settings.ts'
import { isMac, parseKeys } from './stroke.ts'

/** The user's keys by command id. An absent command keeps the registry's keys; an empty list means no keys. */
export type Overrides = Readonly<Record<string, readonly string[]>>

const mostAlternatives = 4
const longestSequence = 3

/** Parses the stored value, which may be anything: keeps only known commands and valid keys. */
export function readOverrides(stored: unknown): Overrides {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {}
  const overrides: Record<string, readonly string[]> = {}
  for (const [id, keys] of Object.entries(stored)) {
    if (!isCommandId(id) || !Array.isArray(keys)) continue
    const usable = keys.filter((written) => typeof written === 'string' && problemOf(written) === null)
    // A list with no valid keys is damaged; only an empty list means that the command shall have no keys.
    if (keys.length === 0 || usable.length > 0) overrides[id] = usable.slice(0, mostAlternatives)
  }
  return overrides
}

export function bindingsOf(id: CommandId, overrides: Overrides): readonly string[] {
  return overrides[id] ?? keysOf(commandOf(id))
}

/** Keys that browsers reserve: a page never receives them, or must not take them. */
const reservedKeys = ['t', 'w', 'n', 'r', 'shift+t', 'shift+n', 'shift+r', 'shift+w', 'q']
const reserved = new Set(
  reservedKeys.flatMap((key) => ['ctrl', 'meta'].map((modifier) => canonical(`${modifier}+${key}`))),
)
function canonical(written: string): string {
  return parseKeys(written)?.join(' ') ?? ''
}

/** Why the keys can't be bound, as a text for the user; null when they can. */
export function problemOf(written: string, mac = isMac): string | null {
  const strokes = parseKeys(written, mac)
  if (strokes === null || strokes.length > longestSequence) return '无法识别的按键'
  if (strokes.some((stroke) => reserved.has(stroke))) return '该按键由浏览器占用'
  return null
}

/** Commands that have the same keys, or keys that begin them, in contexts that can be active together. */
export function conflictsOf(id: CommandId, written: string, overrides: Overrides): RegisteredCommand[] {
  const strokes = parseKeys(written)
  if (strokes === null) return []
  const command = commandOf(id)
  return commands.filter(
    (other) =>
      other.id !== id &&
      canMeet(command, other) &&
      bindingsOf(other.id, overrides).some((keys) => startTogether(strokes, parseKeys(keys) ?? [])),
  )
}

function startTogether(a: readonly string[], b: readonly string[]): boolean {
  const shared = Math.min(a.length, b.length)
  return shared > 0 && a.slice(0, shared).every((stroke, at) => stroke === b[at])
}

let known: { stored: unknown; overrides: Overrides } = { stored: undefined, overrides: {} }
/** Parsed once per value of the setting: the dispatcher asks at every key press. */
function overridesOf(stored: unknown): Overrides {
  if (known.stored !== stored) known = { stored, overrides: readOverrides(stored) }
  return known.overrides
}

export function currentOverrides(): Overrides {
  return overridesOf(useSettings.getState().keyBindings)
}

export function useOverrides(): Overrides {
  return overridesOf(useSettings((settings) => settings.keyBindings))
}

/** The present keys of a command, in the registry's notation: `['mod+k', 'mod+shift+p']`. */
export function useBindings(id: CommandId): readonly string[] {
  return bindingsOf(id, useOverrides())
}

export function changeBinding(id: CommandId, keys: readonly string[] | null): void {
  const { [id]: _before, ...others } = currentOverrides()
  const next = keys === null || sameKeys(keys, keysOf(commandOf(id))) ? others : { ...others, [id]: keys }
  useSettings.getState().change('keyBindings', next)
}

export function resetBindings(): void {
  useSettings.getState().change('keyBindings', {})
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((keys, at) => keys === b[at])
}
