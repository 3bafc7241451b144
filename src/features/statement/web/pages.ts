// The data reports' pages; each comes when it is first opened.
import type { Page } from '../../../web/shell/pages.ts'

/** The specification's. */
const titleDelayMs = 1000

export const pages: Page[] = [
  { path: '/statement', title: '数据报表', titleDelayMs, load: () => import('./StatementPage.tsx') },
  { path: '/statement/detail', title: '数据报表', titleDelayMs, load: () => import('./DetailPage.tsx') },
]
