// Links between the five configuration lists, in each list's title line.
import { SectionNavigation, type SectionPlace } from '#web/shell/SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: '/config/dimension', title: '维度', command: 'config.open' },
  { path: '/config/point', title: '指标', command: 'config.points' },
  { path: '/config/DimensionTable', title: '维度表', command: 'config.dimensionTables' },
  { path: '/config/pointTable', title: '指标表', command: 'config.pointTables' },
  { path: '/config/category', title: '分类', command: 'config.categories' },
]

export const ConfigNavigation = () => <SectionNavigation label="报表配置" places={places} />
