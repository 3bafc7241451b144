// The custom reports' pages; each comes when it is first opened.
import type { Page } from '../../../web/shell/pages.ts'
import { loadCustomWork } from './handlers.ts'

const withWork = async <Module>(page: Promise<Module>): Promise<Module> => {
  await loadCustomWork()
  return page
}

export const pages: Page[] = [
  { path: '/custom', title: '自定义报表', load: () => withWork(import('./list/CustomPage.tsx')) },
  { path: '/custom/detail', title: '自定义报表', load: () => withWork(import('./detail/DetailPage.tsx')) },
]
