// The SQL workspace's pages; each comes when it is first opened.
import type { Page } from '../../../web/shell/pages.ts'
import { loadCodeWork } from './handlers.ts'

const withWork = async <Module>(page: Promise<Module>): Promise<Module> => {
  await loadCodeWork()
  return page
}

export const pages: Page[] = [
  { path: '/code', title: '代码查询', load: () => import('./query/CodePage.tsx') },
  { path: '/code/query', title: '代码查询', load: () => withWork(import('./query/QueryPage.tsx')) },
  { path: '/code/queryList', title: '已存查询', load: () => withWork(import('./lists/QueryListPage.tsx')) },
  { path: '/code/history', title: '运行历史', load: () => withWork(import('./lists/HistoryPage.tsx')) },
  { path: '/code_view/:id', title: '分享的查询', load: () => import('./shared/CodeViewPage.tsx') },
]
