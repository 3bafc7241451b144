// What a command is. Data only: palette, menus, key dispatcher, help sheet and route guard read it.
import type { PermissionKey } from '../src/shared/permissions.ts'

/** Where a command's keys apply. `global` is everywhere behind the login; `table` while a table has the focus. */
export type CommandContext = 'global' | 'statement' | 'report' | 'table' | 'palette'

/** Section of the `?` sheet and of the palette. */
export type CommandGroup = '前往' | '此页' | '表格' | '面板' | '个人'

export interface Command {
  /** `noun.verb`. */
  id: string
  title: string
  en: string
  /** Any one of the keys opens it; null needs a session alone. */
  permission: PermissionKey | readonly PermissionKey[] | null
  /** A chord (`mod+k`, `ctrl+shift+c`), a key (`?`), or a sequence (`g s`); several are alternatives. */
  keys?: string | readonly string[]
  context: CommandContext
  group: CommandGroup
  /** Menu and place in it: `top`, a submenu of top, or the user menu. */
  menu?: readonly ['top' | 'system' | 'user', number]
  /** Path that it opens; without one a handler does the work. */
  go?: string
  /** Blueprint icon name. */
  icon?: string
  /** Not offered in the palette (arrow keys in tables and their like). */
  hidden?: boolean
}
