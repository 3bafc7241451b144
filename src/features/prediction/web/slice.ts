import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { predictionCommands } from './commands.ts'

export const predictionWeb: WebSlice<typeof predictionCommands> = {
  commands: predictionCommands,
  handlers: async () => (await import('./commandHandlers.ts')).predictionWork,
  pages: [
    {
      path: pages.othersTurnoverPredict.path,
      title: '流水预测',
      permission: 'search_turnoverPredict',
      card: { group: '分析', text: '未来流水与区间、假设的影响、历史预测准确度' },
      context: { name: 'turnover', title: '流水预测', depth: 6 },
      load: () => import('./turnover/TurnoverPage.tsx'),
    },
    {
      path: pages.othersRangeSearch.path,
      title: '区间查询',
      permission: 'search_rangeSearch',
      card: { group: '分析', text: '超出预期区间的日期与原因，落在区间内的行' },
      context: { name: 'range', title: '区间查询', depth: 6 },
      load: () => import('./range/RangePage.tsx'),
    },
  ],
  sources: [
    {
      id: 'prediction.points',
      group: '流水预测',
      permission: 'search_turnoverPredict',
      load: async (signal) => (await import('./paletteSource.ts')).readForecasts(signal),
    },
  ],
}
