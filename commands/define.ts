// What a command is, and the places where its keys apply. Data only: palette, menus, key dispatcher and help sheet
// read it.
import type { PermissionKey, RuleList } from '#shared/permissions.ts'

/**
 * A place whose keys are its own. Declared by the page that enters it (or within which a widget does), once; which
 * others it can meet follows from the pages.
 */
export interface KeyContext<Name extends string = string> {
  name: Name
  /** Heading of its keys on the `?` sheet where that is opened elsewhere. */
  title: string
  /** The innermost comes first: of two active contexts the one of smaller depth has a key that both claim. */
  depth: number
  /** Contexts that are off while it is active. */
  insteadOf?: readonly string[] | 'all'
}

/**
 * `global` is everywhere behind the login, `table` while a table has the focus, `rowTree` where its rows fold, `palette`
 * while that is open, `list` on the pages of lists, which name it among their own.
 */
export type PlatformContext = 'global' | 'table' | 'rowTree' | 'palette' | 'list'

/** Section of the `?` sheet and of the palette. */
export type CommandGroup = '前往' | '此页' | '表格' | '面板' | '个人'

/** What the palette asks for before it runs a command; the options are in `arguments.ts`. */
export type ArgumentKind = 'range' | 'grain' | 'theme' | 'chart'

interface Described<Context extends string> {
  /** `noun.verb`. */
  id: string
  title: string
  en: string
  /** Other words that the palette finds it by, parted by blanks. */
  also?: string
  /**
   * A chord (`mod+k`, `ctrl+shift+c`), a key (`?`), or a sequence (`g s`); several are alternatives.
   * `mod` is Cmd on a Mac and Ctrl elsewhere. A symbol is named as it is typed: `?`, never `shift+/`.
   */
  keys?: string | readonly string[]
  context: Context | readonly Context[]
  group: CommandGroup
  /** Menu and place in it: `top`, a submenu of top, or the user menu. */
  menu?: readonly ['top' | 'system' | 'user', number]
  /** Offered to those alone whose rule list of this name holds anything, whatever it is; its page is open to more. */
  offeredWith?: RuleList
  /** Offered while one looks at the product as a role, and at no other time. */
  whileSeeing?: true
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

/** It opens a page, whose permission is the command's too; or a handler does the work, for those who hold a key. */
type Aim =
  | { go: string; permission?: never }
  | {
      go?: never
      /** Any one of the keys opens it; null needs a session alone. */
      permission: PermissionKey | readonly PermissionKey[] | null
    }

/** `Own` names the contexts of the slice that declares it. */
export type Command<Own extends string = never> = Described<PlatformContext | Own> & Aim

/** Id of one of an area's commands: `AreaCommandId<typeof reportCommands>`. */
export type AreaCommandId<Area extends readonly { id: string }[]> = Area[number]['id']
/** Ids of commands that a handler runs: all but those that open a page. */
export type HandledId<Area extends readonly { id: string }[]> = Exclude<Area[number], { go: string }>['id']

type Single<Several> = Several extends readonly (infer One)[] ? One : Several
/** Names of the contexts that an area's commands name, the platform's left out. */
export type ContextIn<Area extends readonly { context: unknown }[]> = Exclude<
  Single<Area[number]['context']>,
  PlatformContext
>
