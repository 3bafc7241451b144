// The sections and rows of the sheet of keys, derived from the registry and the present key bindings.
import { keyContexts } from '#commands/contexts.ts'
import {
  type CommandContext,
  type CommandSession,
  commands,
  contextsOf,
  isAllowed,
  isInContext,
  type RegisteredCommand,
} from '#commands/index.ts'
import { highlight } from '#shared/matching/highlight.ts'
import { bindingsOf, type Overrides } from '../keys/bindings.ts'
import { keyBoxes, keyText } from '../keys/keyText.ts'
import { isOfUse } from '../keys/run.ts'
import { parseKeys } from '../keys/stroke.ts'
import { pinyinOfCommand } from '../palette/commandPinyin.ts'

export interface HelpRow {
  id: string
  title: string
  /** Alternative bindings, each as the texts of its key boxes. */
  keys: readonly (readonly string[])[]
}

export interface HelpSection {
  title: string
  rows: readonly HelpRow[]
}

const always: readonly CommandContext[] = ['global', 'palette', 'table']

/** First the keys that work here, then those of other places under their own headings. */
const firstHeadings = ['此页', '前往', '表格', '面板', '个人']

/** The keys that work here; a search also finds the keys of other places. */
export function helpSections(
  session: CommandSession,
  contexts: readonly CommandContext[],
  overrides: Overrides,
  typed: string,
): HelpSection[] {
  const sections = new Map<string, RegisteredCommand[]>()
  // Where Space ticks rows, it does not fold them.
  const folding: CommandContext[] = contexts.includes('list') ? [] : ['rowTree']
  for (const command of commands) {
    if (!isAllowed(command, session) || bindingsOf(command.id, overrides).length === 0) continue
    if (!answers(command, overrides, typed)) continue
    const here = isInContext(command, [...contexts, ...always, ...folding]) && isOfUse(command.id)
    if (!here && typed.trim() === '') continue
    const title = here ? command.group : headingElsewhere(command)
    sections.set(title, [...(sections.get(title) ?? []), command])
  }
  const order = [...firstHeadings, ...[...keyContexts().values()].map(({ title }) => title)]
  const rank = (title: string) => (contexts.includes('table') && title === '表格' ? -1 : order.indexOf(title))
  return [...sections]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([title, members]) => ({ title, rows: rowsOf(members, overrides) }))
}

/** Heading of a command that does not work where the sheet was opened: only a search finds it. */
function headingElsewhere(command: RegisteredCommand): string {
  return keyContexts().get(contextsOf(command)[0] ?? '')?.title ?? command.group
}

function answers(command: RegisteredCommand, overrides: Overrides, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return true
  if (bindingsOf(command.id, overrides).some((keys) => keyText(keys).toLowerCase().includes(wanted)))
    return true
  if (command.row?.includes(wanted)) return true
  return (
    highlight(command.title, pinyinOfCommand(command.id), typed) !== null ||
    highlight(command.en, '', typed) !== null
  )
}

function rowsOf(members: readonly RegisteredCommand[], overrides: Overrides): HelpRow[] {
  const rows: { id: string; title: string; bindings: string[] }[] = []
  for (const { id, title, row } of members) {
    const bindings = bindingsOf(id, overrides)
    const last = rows.at(-1)
    if (row !== undefined && last?.title === row) last.bindings.push(...bindings)
    else rows.push({ id, title: row ?? title, bindings: [...bindings] })
  }
  return rows.map(({ id, title, bindings }) => ({ id, title, keys: boxesOf(bindings) }))
}

/** Keys with the same modifiers share one row of boxes: Ctrl ↑ ↓ ← →. */
function boxesOf(bindings: readonly string[]): string[][] {
  const strokes = bindings.map((keys) => parseKeys(keys) ?? [])
  const held = strokes.map((keys) => (keys.length === 1 ? (keys[0] as string).replace(/[^+]+$/, '') : null))
  const same = bindings.length > 2 && held.every((modifiers) => modifiers !== null && modifiers === held[0])
  if (!same) return bindings.map((keys) => keyBoxes(keys))
  const [first = [], ...others] = bindings.map((keys) => keyBoxes(keys))
  return [[...first, ...others.map((boxes) => boxes.at(-1) as string)]]
}
