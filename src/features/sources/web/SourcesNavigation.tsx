import { pages } from '#shared/pages.ts'
import { SectionNavigation, type SectionPlace } from '#web/shell/SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: pages.configSource.path, title: '数据接入', command: 'sources.open' },
  { path: pages.configSourceTables.path, title: '数据新鲜度', command: 'sources.tables' },
  { path: pages.configSourceRestated.path, title: '修订记录', command: 'sources.restated' },
]

export const SourcesNavigation = () => <SectionNavigation label="数据接入" places={places} />
