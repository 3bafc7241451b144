// What the top navigation shows: the registry's menu entries, as far as their pages exist and the user may.
import { type CommandSession, menuCommands, type RegisteredCommand } from '../../../commands/index.ts'
import type { Page } from './pages.ts'
import { plainPath, redirectOf } from './routeRules.ts'

export interface Menus {
  /** The top entries that stand before the system submenu, and those after it. */
  leading: RegisteredCommand[]
  system: RegisteredCommand[]
  trailing: RegisteredCommand[]
  user: RegisteredCommand[]
}

/** Place of the system submenu among the top entries. */
const systemOrder = 20

export function menusFor(session: CommandSession, pages: readonly Page[]): Menus {
  const shown = (menu: 'top' | 'system' | 'user') =>
    menuCommands(menu, session).filter(({ go }) => go === undefined || hasPage(go, pages))
  const top = shown('top')
  const order = ({ menu }: RegisteredCommand) => menu?.[1] ?? 0
  return {
    leading: top.filter((command) => order(command) < systemOrder),
    system: shown('system'),
    trailing: top.filter((command) => order(command) >= systemOrder),
    user: shown('user'),
  }
}

/** Whether a path, or where it redirects, is a page: an entry must not lead to nothing. */
export function hasPage(path: string, pages: readonly Page[]): boolean {
  const target = plainPath(redirectOf(path) ?? path)
  return pages.some((page) => plainPath(page.path) === target)
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
