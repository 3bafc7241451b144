// Links between the five configuration lists, in each list's title line.
import { pages } from '#shared/pages.ts'
import { SectionNavigation, type SectionPlace } from '#web/shell/SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: pages.configDimension.path, title: '维度', command: 'config.open' },
  { path: pages.configPoint.path, title: '指标', command: 'config.points' },
  { path: pages.configDimensionTable.path, title: '维度表', command: 'config.dimensionTables' },
  { path: pages.configPointTable.path, title: '指标表', command: 'config.pointTables' },
  { path: pages.configCategory.path, title: '分类', command: 'config.categories' },
]

export const ConfigNavigation = () => <SectionNavigation label="报表配置" places={places} />
