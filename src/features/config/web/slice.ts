import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { configCommands } from './commands.ts'

type Name = 'dimensions' | 'dimensionTables' | 'points' | 'pointTables' | 'categories'
const context = (name: Name, title: string) => [{ name, title, depth: 6 }, listContext] as const
const permission = 'search_config'

export const configWeb: WebSlice<typeof configCommands> = {
  commands: configCommands,
  handlers: async () => (await import('./commandHandlers.ts')).configWork,
  pages: [
    {
      path: pages.configDimension.path,
      // Given; the navigation calls it 报表配置.
      title: '维度管理',
      from: ['/config'],
      permission,
      context: context('dimensions', '维度'),
      load: () => import('./dimensions/DimensionsPage.tsx'),
    },
    {
      path: pages.configDimensionTable.path,
      title: '维度表',
      permission,
      context: context('dimensionTables', '维度表'),
      load: () => import('./tables/DimensionTablesPage.tsx'),
    },
    {
      path: pages.configPoint.path,
      title: '指标',
      permission,
      context: context('points', '指标'),
      load: () => import('./points/PointsPage.tsx'),
    },
    {
      path: pages.configPointTable.path,
      title: '指标表',
      permission,
      context: context('pointTables', '指标表'),
      load: () => import('./tables/PointTablesPage.tsx'),
    },
    {
      path: pages.configCategory.path,
      title: '分类',
      permission,
      context: context('categories', '分类'),
      load: () => import('./categories/CategoriesPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'config.undefined',
      group: '未定义的数据表',
      permission,
      load: async (signal) => (await import('./paletteSources.ts')).readUndefinedEntries(signal),
    },
  ],
}
