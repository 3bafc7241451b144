// Links between the pages of the game flow, in each page's title line.
import { pages } from '#shared/pages.ts'
import { SectionNavigation, type SectionPlace } from '#web/shell/SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: pages.othersGameFlow.path, title: '流水', command: 'gameflow.open' },
  { path: pages.othersGameFlowRecords.path, title: '记录与对账', command: 'gameflow.records' },
  { path: pages.othersGameFlowMonths.path, title: '月结', command: 'gameflow.months' },
  { path: pages.othersGameFlowRates.path, title: '汇率', command: 'gameflow.rates' },
  { path: pages.othersGameFlowShares.path, title: '渠道分成', command: 'gameflow.shares' },
  { path: pages.othersGameFlowBak.path, title: '旧版', command: 'gameflow.former' },
]

export const FlowNavigation = () => <SectionNavigation label="游戏流水" places={places} />
