// Navigation between the workspace's three pages, in each title line.
import { pages } from '#shared/pages.ts'
import { SectionNavigation, type SectionPlace } from '#web/shell/SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: pages.codeQuery.path, title: '查询', command: 'code.open' },
  { path: pages.codeQueryList.path, title: '已存查询', command: 'queries.open' },
  { path: pages.codeHistory.path, title: '运行历史', command: 'runs.open' },
]

export const CodeNavigation = () => <SectionNavigation label="代码查询" places={places} />
