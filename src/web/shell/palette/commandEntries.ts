// Commands as palette entries: commands that can run here, and the reason why others can't.
import {
  type CommandContext,
  type CommandSession,
  commands,
  isAllowed,
  isInContext,
  permissionsOf,
  type RegisteredCommand,
  visibleCommands,
} from '#commands/index.ts'
import { betweenNames, typedQueryOf } from '#shared/matching/units.ts'
import { permissions } from '#shared/permissions.ts'
import { giversText } from '../givers.ts'
import { isOfUse, runCommand } from '../keys/run.ts'
import { pinyinOfCommand } from './commandPinyin.ts'
import type { PaletteEntry } from './entries.ts'

function entryOf(command: RegisteredCommand): PaletteEntry {
  const { id, title, icon, go, argument, group } = command
  const en = [command.en, ...(command.also?.split(' ') ?? [])].join(betweenNames)
  return {
    id: `command:${id}`,
    title,
    en,
    pinyin: pinyinOfCommand(id),
    command: id,
    group,
    ...(icon && { icon }),
    ...(argument && { argument }),
    ...(go ? { go } : { run: () => runCommand(id) }),
  }
}

export function commandEntries(session: CommandSession, contexts: readonly CommandContext[]): PaletteEntry[] {
  return visibleCommands(session, contexts)
    .filter(({ id, hidden }) => hidden !== true && isOfUse(id))
    .map(entryOf)
}

/** Every command with keys, in whatever context they work: what `?` searches. */
export function keyEntries(session: CommandSession, contexts: readonly CommandContext[]): PaletteEntry[] {
  return commands
    .filter((command) => command.keys !== undefined && isAllowed(command, session))
    .map((command) => {
      const entry = entryOf(command)
      if (isInContext(command, contexts) && command.hidden !== true)
        return { ...entry, id: `key:${command.id}` }
      return {
        id: `key:${command.id}`,
        title: entry.title,
        pinyin: entry.pinyin,
        command: command.id,
        detail: command.group,
        run: () => runCommand('help.open'),
        ...(entry.en && { en: entry.en }),
        ...(entry.icon && { icon: entry.icon }),
      }
    })
}

/** Commands that exist but are not allowed, listed only when their whole name is typed. */
export function deniedEntries(
  typed: string,
  session: CommandSession,
  contexts: readonly CommandContext[],
): PaletteEntry[] {
  const wanted = nameOf(typed)
  if (wanted === '') return []
  return (commandsByName().get(wanted) ?? [])
    .filter(
      (command) =>
        command.hidden !== true &&
        !command.whileSeeing &&
        !isAllowed(command, session) &&
        isInContext(command, contexts),
    )
    .map((command) => ({ ...entryOf(command), denied: denialOf(command) }))
}

let byName: ReadonlyMap<string, readonly RegisteredCommand[]> | undefined

/** Built once: each key press in the palette looks up the typed text here. */
function commandsByName(): ReadonlyMap<string, readonly RegisteredCommand[]> {
  if (byName !== undefined) return byName
  const named = commands.flatMap((command) =>
    [...new Set([nameOf(command.title), nameOf(command.en)])].map((name) => ({ name, command })),
  )
  const groups = Map.groupBy(named, ({ name }) => name)
  byName = new Map([...groups].map(([name, list]) => [name, list.map(({ command }) => command)]))
  return byName
}

function nameOf(text: string): string {
  return String.fromCodePoint(...typedQueryOf(text).joined)
}

function denialOf(command: RegisteredCommand): string {
  const missing = permissionsOf(command).map((key) => `「${permissions[key].title}」`)
  const who = giversText() || '请联系管理员'
  if (missing.length === 0) return `没有「${command.title}」下的任何权限，${who}`
  return `缺少${missing.join('或')}权限，${who}`
}
