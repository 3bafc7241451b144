// The data reports' pages; each comes when it is first opened.
import type { Page } from '../../../web/shell/pages.ts'

export const pages: Page[] = [
  { path: '/statement', title: '数据报表', load: () => import('./StatementPage.tsx') },
  { path: '/statement/detail', title: '数据报表', load: () => import('./DetailPage.tsx') },
]
