// What a page tells the shell. Each slice's `web/pages.ts` exports `pages: Page[]`; main-web collects them.
import type { ComponentType } from 'react'

export interface Page {
  /** Route pattern of wouter: `/statement`, `/statement/detail`. */
  path: string
  /** Title of the window while the page is open, before it sets one of its own. */
  title: string
  /** How long the title waits; the specification gives the reports' a second. */
  titleDelayMs?: number
  /** Loads the page's module when it is first opened. */
  load: () => Promise<{ default?: never; Page: ComponentType }>
}
