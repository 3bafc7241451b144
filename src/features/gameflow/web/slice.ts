import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { gameFlowCommands } from './commands.ts'

const permission = 'search_gameFlow' as const

export const gameFlowWeb: WebSlice<typeof gameFlowCommands> = {
  commands: gameFlowCommands,
  handlers: async () => (await import('./commandHandlers.ts')).gameFlowWork,
  pages: [
    {
      path: pages.othersGameFlow.path,
      title: '游戏流水',
      permission,
      context: { name: 'gameFlow', title: '游戏流水', depth: 6 },
      card: { group: '运营', text: '每天每游戏每渠道的流水、退款、分成，记录、对账与月结' },
      load: () => import('./flow/FlowPage.tsx'),
    },
    {
      path: pages.othersGameFlowRecords.path,
      title: '流水记录与对账',
      permission,
      context: [{ name: 'flowRecords', title: '流水记录与对账', depth: 6 }, listContext],
      load: () => import('./records/RecordsPage.tsx'),
    },
    {
      path: pages.othersGameFlowMonths.path,
      title: '流水月结',
      permission,
      context: [{ name: 'flowMonths', title: '流水月结', depth: 6 }, listContext],
      load: () => import('./months/MonthsPage.tsx'),
    },
    {
      path: pages.othersGameFlowRates.path,
      title: '流水汇率',
      permission,
      context: [{ name: 'flowRates', title: '流水汇率', depth: 6 }, listContext],
      load: () => import('./rates/RatesPage.tsx'),
    },
    {
      path: pages.othersGameFlowShares.path,
      title: '渠道分成',
      permission,
      context: [{ name: 'flowShares', title: '渠道分成', depth: 6 }, listContext],
      load: () => import('./rates/SharesPage.tsx'),
    },
    {
      path: pages.othersGameFlowBak.path,
      title: '游戏流水（旧版）',
      permission,
      context: { name: 'flowFormer', title: '游戏流水（旧版）', depth: 6 },
      card: { group: '运营', text: '原来的报表：每天每游戏的订单与退款' },
      load: () => import('./flow/FormerPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'gameFlow.months',
      group: '游戏流水',
      permission,
      load: async () => (await import('./paletteSource.ts')).monthEntries(),
    },
  ],
}
