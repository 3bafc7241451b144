// Navigation between the workspace's three pages, in each title line.
import { SectionNavigation, type SectionPlace } from '#web/shell/SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: '/code/query', title: '查询', command: 'code.open' },
  { path: '/code/queryList', title: '已存查询', command: 'queries.open' },
  { path: '/code/history', title: '运行历史', command: 'runs.open' },
]

export const CodeNavigation = () => <SectionNavigation label="代码查询" places={places} />
