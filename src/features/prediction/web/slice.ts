import type { WebSlice } from '../../../web/shell/slice.ts'
import { predictionCommands } from './commands.ts'

export const predictionWeb: WebSlice<typeof predictionCommands> = {
  commands: predictionCommands,
  handlers: async () => (await import('./commandWork.ts')).predictionWork,
  pages: [
    {
      path: '/others/turnoverPredict',
      title: '流水预测',
      permission: 'search_turnoverPredict',
      context: { name: 'turnover', title: '流水预测', depth: 6 },
      load: () => import('./turnover/TurnoverPage.tsx'),
    },
    {
      path: '/others/rangeSearch',
      title: '区间查询',
      permission: 'search_rangeSearch',
      context: { name: 'range', title: '区间查询', depth: 6 },
      load: () => import('./range/RangePage.tsx'),
    },
  ],
}
