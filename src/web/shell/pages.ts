// What a page declares to the shell.
import type { ComponentType } from 'react'
import type { KeyContext } from '#commands/define.ts'
import type { PermissionKey } from '#shared/permissions.ts'

/** Group headings on /others, in order. */
export const cardGroups = ['分析', '名单', '运营', '工具'] as const
export type CardGroup = (typeof cardGroups)[number]

export interface Page<Context extends string = string> {
  /** Route pattern of wouter: `/statement`, `/code_view/:id`. */
  path: string
  /** Title of the window while the page is open, before it sets one of its own. */
  title: string
  /** Delay before the title is set; a second for reports, otherwise none. */
  titleDelayMs?: number
  /** Who may see the page: holders of a key, any signed-in user, or anyone. Menus and commands follow it. */
  permission: PermissionKey | 'session' | 'open'
  /** Addresses that redirect here. */
  from?: readonly string[]
  /** Key contexts that are active while the page is open. Their command handlers are loaded together with the page. */
  context?: KeyContext<Context | 'list'> | readonly KeyContext<Context | 'list'>[]
  /** Key contexts that parts of the page enter and leave. */
  inner?: readonly KeyContext<Context>[]
  /** The page's card on /others: its group heading, and the page's purpose in one sentence. */
  card?: { group: CardGroup; text: string }
  /** The page's code is loaded ahead, once the first page is at rest. */
  ahead?: true
  /** Loads the page's module when it is first opened. */
  load: () => Promise<{ default?: never; Page: ComponentType }>
}
