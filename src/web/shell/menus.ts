// What the top navigation shows: the registry's menu entries, as far as the user may.
import { type CommandSession, menuCommands, type RegisteredCommand } from '#commands/index.ts'
import { plainPath } from './routeRules.ts'

export interface Menus {
  /** The top entries that stand before the system submenu, and those after it. */
  leading: RegisteredCommand[]
  system: RegisteredCommand[]
  trailing: RegisteredCommand[]
  user: RegisteredCommand[]
}

/** Place of the system submenu among the top entries. */
const systemOrder = 20

export function menusFor(session: CommandSession): Menus {
  const top = menuCommands('top', session)
  const order = ({ menu }: RegisteredCommand) => menu?.[1] ?? 0
  return {
    leading: top.filter((command) => order(command) < systemOrder),
    system: menuCommands('system', session),
    trailing: top.filter((command) => order(command) >= systemOrder),
    user: menuCommands('user', session),
  }
}

/** Whether the place belongs to the entry: they share the first segment, and for submenus the second. */
export function isActive(go: string, path: string, depth: 1 | 2 = 1): boolean {
  const start = (text: string) =>
    plainPath(text)
      .split('/')
      .slice(0, depth + 1)
      .join('/')
  return start(go) === start(path)
}
