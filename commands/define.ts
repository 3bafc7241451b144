// The types of commands, and of the contexts in which their keys apply. Data only: palette, menus, key
// dispatcher and help sheet read it.
import type { PermissionKey, RuleList } from '#shared/permissions.ts'

/**
 * A context with its own keys. Declared once, by the page that enters it (or that contains the widget
 * entering it); which other contexts it can meet follows from the pages.
 */
export interface KeyContext<Name extends string = string> {
  name: Name
  /** Heading of its keys on the `?` sheet where that is opened elsewhere. */
  title: string
  /** Of two active contexts that both claim a key, the one with the smaller depth gets it. */
  depth: number
  /** Contexts that are inactive while this one is active. */
  insteadOf?: readonly string[] | 'all'
}

/**
 * `global` is active everywhere behind the login, `table` while a table has the focus, `rowTree` where its
 * rows fold, `palette` while that is open, `list` on pages of lists, which name it among their contexts.
 */
export type PlatformContext = 'global' | 'table' | 'rowTree' | 'palette' | 'list'

/** Section of the `?` sheet and of the palette. */
export type CommandGroup = '前往' | '此页' | '表格' | '面板' | '个人'

/** What the palette asks for before it runs a command; `arguments.ts` has the options. */
export type ArgumentKind = 'range' | 'grain' | 'theme' | 'chart'

interface Described<Context extends string> {
  /** `noun.verb`. */
  id: string
  title: string
  en: string
  /** Further search words for the palette, separated by blanks. */
  also?: string
  /**
   * A chord (`mod+k`, `ctrl+shift+c`), a key (`?`), or a sequence (`g s`); an array has alternatives. `mod`
   * is Cmd on a Mac and Ctrl elsewhere. A symbol is named as typed: `?`, never `shift+/`.
   */
  keys?: string | readonly string[]
  context: Context | readonly Context[]
  group: CommandGroup
  /** Menu and position: `top`, a submenu of top, or the user menu. */
  menu?: readonly ['top' | 'system' | 'user', number]
  /** Offered only to users whose rule list of this name is non-empty; the page itself is open to more. */
  offeredWith?: RuleList
  /** Offered only while the user views the product as a role. */
  whileSeeing?: true
  /** Name in `commandIcons`. */
  icon?: string
  /** Not offered in the palette (arrow keys in tables and the like). */
  hidden?: boolean
  /** The palette asks for this argument; the handler gets the chosen value. */
  argument?: ArgumentKind
  /** Its chords (never plain keys) also work while typing in a field. */
  typing?: boolean
  /** Its chords also work while a dialog is open, which keeps all other keys for itself. */
  inDialogs?: boolean
  /** Repeats while its key is held down. */
  repeat?: boolean
  /** Title of the row on the `?` sheet that it shares with adjacent commands of the same title. */
  row?: string
}

/** A command opens a page, whose permission applies to it, or runs a handler, for holders of a permission. */
type Aim =
  | { go: string; permission?: never }
  | {
      go?: never
      /** Any of the permissions is enough; null needs only a session. */
      permission: PermissionKey | readonly PermissionKey[] | null
    }

/** `Own`: the contexts of the slice that declares it. */
export type Command<Own extends string = never> = Described<PlatformContext | Own> & Aim

/** Id of one of an area's commands: `AreaCommandId<typeof reportCommands>`. */
export type AreaCommandId<Area extends readonly { id: string }[]> = Area[number]['id']
/** Ids of commands with a handler: all except those that open a page. */
export type HandledId<Area extends readonly { id: string }[]> = Exclude<Area[number], { go: string }>['id']

type Single<Several> = Several extends readonly (infer One)[] ? One : Several
/** Names of the contexts used by an area's commands, without the platform's. */
export type ContextIn<Area extends readonly { context: unknown }[]> = Exclude<
  Single<Area[number]['context']>,
  PlatformContext
>
