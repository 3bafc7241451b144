// The registry: all areas, and what palette, menus, keys, help sheet and route guard derive from them.
import { type AuthorityInfo, holdsPermission, type PermissionKey } from '../src/shared/permissions.ts'
import { customCommands } from './custom.ts'
import type { Command, CommandContext } from './define.ts'
import { definitionCommands } from './definitions.ts'
import { embedCommands } from './embed.ts'
import { explainCommands } from './explain.ts'
import { figureCommands } from './figures.ts'
import { navigationCommands } from './navigation.ts'
import { pivotCommands } from './pivot.ts'
import { queryCommands } from './query.ts'
import { reportCommands } from './report.ts'
import { resultCommands } from './result.ts'
import { shellCommands } from './shell.ts'
import { sqlCommands } from './sql.ts'
import { statementCommands } from './statement.ts'
import { tableCommands } from './table.ts'

export type { ArgumentKind, Command, CommandContext, CommandGroup } from './define.ts'
export {
  customCommands,
  definitionCommands,
  embedCommands,
  explainCommands,
  figureCommands,
  navigationCommands,
  pivotCommands,
  queryCommands,
  reportCommands,
  resultCommands,
  shellCommands,
  sqlCommands,
  statementCommands,
  tableCommands,
}

const areas = [
  ...navigationCommands,
  ...customCommands,
  ...definitionCommands,
  ...statementCommands,
  ...reportCommands,
  ...embedCommands,
  ...explainCommands,
  ...figureCommands,
  ...pivotCommands,
  ...sqlCommands,
  ...resultCommands,
  ...queryCommands,
  ...tableCommands,
  ...shellCommands,
] as const

/** Id of one of an area's commands: `AreaCommandId<typeof reportCommands>`. */
export type AreaCommandId<Area extends readonly { id: string }[]> = Area[number]['id']
export type CommandId = AreaCommandId<typeof areas>
/** Ids of commands that a handler runs: all but those that open a path. */
export type HandledId<Area extends readonly { id: string }[]> = Exclude<Area[number], { go: string }>['id']
export type GoLessCommandId = HandledId<typeof areas>

export type RegisteredCommand = Command & { id: CommandId }
export const commands: readonly RegisteredCommand[] = areas

const byId = new Map<string, RegisteredCommand>(commands.map((command) => [command.id, command]))
export function commandOf(id: CommandId): RegisteredCommand {
  return byId.get(id) as RegisteredCommand
}
export function isCommandId(id: string): id is CommandId {
  return byId.has(id)
}

/** Who asks: the rule lists stand in `role`, as the browser stores them. Null is nobody. */
export type CommandSession = { role: AuthorityInfo } | null

export function permissionsOf(command: Command): readonly PermissionKey[] {
  if (command.permission === null) return []
  return typeof command.permission === 'string' ? [command.permission] : command.permission
}

export function contextsOf(command: Command): readonly CommandContext[] {
  return typeof command.context === 'string' ? [command.context] : command.context
}

export function keysOf(command: Command): readonly string[] {
  if (command.keys === undefined) return []
  return typeof command.keys === 'string' ? [command.keys] : command.keys
}

export function isAllowed(command: Command, session: CommandSession): boolean {
  if (session === null) return false
  const keys = permissionsOf(command)
  return keys.length === 0 || keys.some((key) => holdsPermission(session.role, key))
}

export function isInContext(command: Command, active: Iterable<CommandContext>): boolean {
  const contexts = contextsOf(command)
  for (const context of active) if (contexts.includes(context)) return true
  return false
}

/** The commands that a session may run where the given contexts are active, in the registry's order. */
export function visibleCommands(
  session: CommandSession,
  active: Iterable<CommandContext> = ['global'],
): RegisteredCommand[] {
  const contexts = [...active]
  return commands.filter((command) => isAllowed(command, session) && isInContext(command, contexts))
}

/** A menu's entries in their order. */
export function menuCommands(
  menu: NonNullable<Command['menu']>[0],
  session: CommandSession,
): RegisteredCommand[] {
  return commands
    .filter((command) => command.menu?.[0] === menu && isAllowed(command, session))
    .sort((a, b) => (a.menu?.[1] ?? 0) - (b.menu?.[1] ?? 0))
}
