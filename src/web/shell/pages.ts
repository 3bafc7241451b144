// What a page tells the shell.
import type { ComponentType } from 'react'
import type { KeyContext } from '#commands/define.ts'
import type { PermissionKey } from '#shared/permissions.ts'

/** Headings of /others, in their order. */
export const cardGroups = ['名单', '流水', '排查', '工具', '推送'] as const
export type CardGroup = (typeof cardGroups)[number]

export interface Page<Context extends string = string> {
  /** Route pattern of wouter: `/statement`, `/code_view/:id`. */
  path: string
  /** Title of the window while the page is open, before it sets one of its own. */
  title: string
  /** How long the title waits; a second for reports, none else. */
  titleDelayMs?: number
  /** Who may see it: holders of a key, anybody with a session, or anybody at all. Menus and commands follow it. */
  permission: PermissionKey | 'session' | 'open'
  /** Addresses that lead here. */
  from?: readonly string[]
  /** Contexts of keys that are active while the page is open. It opens when what their commands do is there too. */
  context?: KeyContext<Context | 'list'> | readonly KeyContext<Context | 'list'>[]
  /** Contexts that come and go within it: its parts enter them. */
  inner?: readonly KeyContext<Context>[]
  /** Its card on /others: the heading under which it stands, and what the page is for, in one sentence. */
  card?: { group: CardGroup; text: string }
  /** Its code is read before it is opened, once the first page is at rest. */
  ahead?: true
  /** Loads the page's module when it is first opened. */
  load: () => Promise<{ default?: never; Page: ComponentType }>
}
