// The data reports' pages; each comes when it is first opened.
import type { Page } from '../../../web/shell/pages.ts'
import { loadStatementWork } from './handlers.ts'

/** The specification's. */
const titleDelayMs = 1000

const withWork = async <Module>(page: Promise<Module>): Promise<Module> => {
  await loadStatementWork()
  return page
}

export const pages: Page[] = [
  {
    path: '/statement',
    title: '数据报表',
    titleDelayMs,
    load: () => withWork(import('./StatementPage.tsx')),
  },
  {
    path: '/statement/detail',
    title: '数据报表',
    titleDelayMs,
    load: () => withWork(import('./DetailPage.tsx')),
  },
  {
    path: '/statement/detail2',
    title: '数据报表',
    titleDelayMs,
    load: () => withWork(import('./FocusPage.tsx')),
  },
]
