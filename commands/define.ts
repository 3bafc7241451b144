// What a command is. Data only: palette, menus, key dispatcher, help sheet and route guard read it.
import type { PermissionKey } from '../src/shared/permissions.ts'

/**
 * Where a command's keys apply. `global` is everywhere behind the login; `table` while a table has the focus; `sql` in
 * the workspace, `queries` and `runs` on the lists of saved queries and of runs; `pivot` on /statement/detail2 beside
 * `report`; `editor` while a report is edited, instead of `report`; `custom` on the custom reports.
 */
export type CommandContext =
  | 'global'
  | 'statement'
  | 'report'
  | 'pivot'
  | 'editor'
  | 'custom'
  | 'sql'
  | 'queries'
  | 'runs'
  | 'table'
  | 'palette'

/** Section of the `?` sheet and of the palette. */
export type CommandGroup = '前往' | '此页' | '表格' | '面板' | '个人'

/** What the palette asks for before it runs a command; the options are in `arguments.ts`. */
export type ArgumentKind = 'range' | 'grain' | 'theme' | 'chart'

export interface Command {
  /** `noun.verb`. */
  id: string
  title: string
  en: string
  /** Any one of the keys opens it; null needs a session alone. */
  permission: PermissionKey | readonly PermissionKey[] | null
  /**
   * A chord (`mod+k`, `ctrl+shift+c`), a key (`?`), or a sequence (`g s`); several are alternatives.
   * `mod` is Cmd on a Mac and Ctrl elsewhere. A symbol is named as it is typed: `?`, never `shift+/`.
   */
  keys?: string | readonly string[]
  context: CommandContext | readonly CommandContext[]
  group: CommandGroup
  /** Menu and place in it: `top`, a submenu of top, or the user menu. */
  menu?: readonly ['top' | 'system' | 'user', number]
  /** Path that it opens; without one a handler does the work. */
  go?: string
  /** Name in `commandIcons`. */
  icon?: string
  /** Not offered in the palette (arrow keys in tables and their like). */
  hidden?: boolean
  /** Asked for in the palette; the handler is given the chosen value. */
  argument?: ArgumentKind
  /** Its chords (never plain keys) work while typing in a field too. */
  typing?: boolean
  /** Runs again while its key is held down. */
  repeat?: boolean
  /** Title of the row of the `?` sheet that it shares with its neighbours of the same title. */
  row?: string
}
