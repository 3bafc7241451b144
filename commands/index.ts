// The registry: the commands of the platform and of all slices, and the data that palette, menus, keys and
// help sheet derive from them.

import { type AuthorityInfo, holdsPermission, type PermissionKey } from '#shared/permissions.ts'
import type { Slice, Slices } from './declared.ts'
import type { Command, ContextIn, HandledId, PlatformContext } from './define.ts'
import { listCommands } from './list.ts'
import { declarePages, pages } from './pages.ts'
import { shellCommands } from './shell.ts'
import { tableCommands } from './table.ts'

export type { AreaCommandId, ArgumentKind, Command, CommandGroup, HandledId } from './define.ts'
export { listCommands, shellCommands, tableCommands }

type SliceCommands = Slice['commands']
type Areas = SliceCommands | typeof listCommands | typeof tableCommands | typeof shellCommands

export type CommandId = Areas[number]['id']
export type SliceHandledId = HandledId<SliceCommands>
export type GoLessCommandId = HandledId<Areas>
export type CommandContext = PlatformContext | ContextIn<Areas>

export interface RegisteredCommand extends Omit<Command, 'context' | 'go' | 'permission'> {
  id: CommandId
  context: CommandContext | readonly CommandContext[]
  /** Path of the page that it opens; commands without one have a handler. */
  go?: string
  /** Any of the permissions is enough; null needs only a session. */
  permission: PermissionKey | readonly PermissionKey[] | null
}

/** A command that opens a page may be run by users who may see the page. */
function registered(command: Command<string>): RegisteredCommand {
  const { go } = command
  if (go === undefined) return command as RegisteredCommand
  const page = pages.find(({ path }) => path === go)
  if (page === undefined) throw new Error(`${command.id} leads to ${go}, which is no page`)
  const permission = page.permission === 'session' || page.permission === 'open' ? null : page.permission
  return { ...command, permission } as RegisteredCommand
}

/**
 * Commands with a position in the top menu come first, in that order; the others in the order of declaration.
 */
const place = ({ menu }: Command<string>): number => (menu?.[0] === 'top' ? menu[1] : 1000)

const registry: RegisteredCommand[] = []
/** Filled when the slices are declared, before anything reads them. */
export const commands: readonly RegisteredCommand[] = registry
const byId = new Map<string, RegisteredCommand>()

/** Called by the composition root with all slices, before anything reads pages or commands. */
export function declareSlices(slices: Slices): void {
  const all: readonly Slice[] = Object.values(slices)
  declarePages(all)
  const areas = [
    ...all.flatMap((slice): readonly Command<string>[] => slice.commands),
    ...listCommands,
    ...tableCommands,
    ...shellCommands,
  ]
  registry.splice(0, registry.length, ...areas.sort((a, b) => place(a) - place(b)).map(registered))
  for (const command of registry) byId.set(command.id, command)
}

export function commandOf(id: CommandId): RegisteredCommand {
  return byId.get(id) as RegisteredCommand
}
export function isCommandId(id: string): id is CommandId {
  return byId.has(id)
}

/** The current user: `role` has the rule lists, as the browser stores them. Null without a session. */
export type CommandSession = { role: AuthorityInfo; seeing?: string } | null

export function permissionsOf(command: RegisteredCommand): readonly PermissionKey[] {
  if (command.permission === null) return []
  return typeof command.permission === 'string' ? [command.permission] : command.permission
}

export function contextsOf(command: RegisteredCommand): readonly CommandContext[] {
  return typeof command.context === 'string' ? [command.context] : command.context
}

export function keysOf(command: RegisteredCommand): readonly string[] {
  if (command.keys === undefined) return []
  return typeof command.keys === 'string' ? [command.keys] : command.keys
}

export function isAllowed(command: RegisteredCommand, session: CommandSession): boolean {
  if (session === null) return false
  if (command.whileSeeing && session.seeing === undefined) return false
  if (command.offeredWith && !session.role[command.offeredWith]?.length) return false
  const keys = permissionsOf(command)
  return keys.length === 0 || keys.some((key) => holdsPermission(session.role, key))
}

export function isInContext(command: RegisteredCommand, active: Iterable<CommandContext>): boolean {
  const contexts = contextsOf(command)
  for (const context of active) if (contexts.includes(context)) return true
  return false
}

/** The commands that a session may run in the given contexts, in the registry's order. */
export function visibleCommands(
  session: CommandSession,
  active: Iterable<CommandContext> = ['global'],
): RegisteredCommand[] {
  const contexts = [...active]
  return commands.filter((command) => isAllowed(command, session) && isInContext(command, contexts))
}

/** A menu's entries in their order. */
export function menuCommands(
  menu: NonNullable<RegisteredCommand['menu']>[0],
  session: CommandSession,
): RegisteredCommand[] {
  return commands
    .filter((command) => command.menu?.[0] === menu && isAllowed(command, session))
    .sort((a, b) => (a.menu?.[1] ?? 0) - (b.menu?.[1] ?? 0))
}
