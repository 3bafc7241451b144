// Links between the pages of the game flow, in each page's title line.
import { SectionNavigation, type SectionPlace } from '#web/shell/SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: '/others/gameFlow', title: '流水', command: 'gameflow.open' },
  { path: '/others/gameFlow/records', title: '记录与对账', command: 'gameflow.records' },
  { path: '/others/gameFlow/months', title: '月结', command: 'gameflow.months' },
  { path: '/others/gameFlow/rates', title: '汇率', command: 'gameflow.rates' },
  { path: '/others/gameFlow/shares', title: '渠道分成', command: 'gameflow.shares' },
  { path: '/others/gameFlowBak', title: '旧版', command: 'gameflow.former' },
]

export const FlowNavigation = () => <SectionNavigation label="游戏流水" places={places} />
