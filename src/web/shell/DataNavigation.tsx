// The pages of 数据接入, which belong to two slices.
import { pages } from '#shared/pages.ts'
import { SectionNavigation, type SectionPlace } from './SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: pages.configSource.path, title: '数据接入', command: 'sources.open' },
  { path: pages.configSourceTables.path, title: '数据新鲜度', command: 'sources.tables' },
  { path: pages.configSourceRestated.path, title: '修订记录', command: 'sources.restated' },
  { path: pages.configSourceChecks.path, title: '数据校验', command: 'checks.open' },
  { path: pages.configSourceHeld.path, title: '扣下的数据', command: 'checks.held' },
]

export const DataNavigation = () => <SectionNavigation label="数据接入" places={places} />
