// The top navigation's entries: the registry's menu commands that the user may run.
import { type CommandSession, menuCommands, type RegisteredCommand } from '#commands/index.ts'
import { plainPath } from './routeRules.ts'

export interface Menus {
  /** Top entries before the system submenu. */
  leading: RegisteredCommand[]
  system: RegisteredCommand[]
  trailing: RegisteredCommand[]
  user: RegisteredCommand[]
}

/** Position of the system submenu among the top entries. */
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

/** Whether the path lies under the entry: equal first segments, and for submenus equal second segments. */
export function isActive(go: string, path: string, depth: 1 | 2 = 1): boolean {
  const start = (text: string) =>
    plainPath(text)
      .split('/')
      .slice(0, depth + 1)
      .join('/')
  return start(go) === start(path)
}
