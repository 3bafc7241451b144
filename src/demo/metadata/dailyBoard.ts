// The board of the demo's daily report: what a team leaves open all day.
import type { Goal, Place } from '#semantic/model/board/types.ts'
import type { ReportChart } from '#semantic/model/types.ts'
import type { PointName } from './points.ts'

/** A tile by the names of the view's reports and of points. */
export type DemoTile = Place &
  (
    | {
        kind: 'chart' | 'table'
        report: string
        chart?: ReportChart['kind']
        of?: PointName[]
        title?: string
      }
    | { kind: 'figure'; report: string; of: PointName; goal?: Goal }
    | { kind: 'text'; text: string; title?: string }
  )

export const dailyBoard: DemoTile[] = [
  { kind: 'figure', report: '核心指标', of: '充值金额', goal: { value: 32_000 }, x: 0, y: 0, w: 3, h: 3 },
  { kind: 'figure', report: '核心指标', of: '活跃用户', goal: { value: 6_000 }, x: 3, y: 0, w: 3, h: 3 },
  { kind: 'figure', report: '核心指标', of: '新增用户', goal: { value: 520 }, x: 6, y: 0, w: 3, h: 3 },
  { kind: 'figure', report: '核心指标', of: '付费率', goal: { value: 0.05 }, x: 9, y: 0, w: 3, h: 3 },
  {
    ...{ kind: 'chart', report: '核心指标', title: '每天的充值', chart: 'column', of: ['充值金额'] },
    ...{ x: 0, y: 3, w: 8, h: 6 },
  },
  {
    ...{ kind: 'chart', report: '分渠道', title: '渠道构成', chart: 'bar', of: ['充值金额'] },
    ...{ x: 8, y: 3, w: 4, h: 6 },
  },
  { kind: 'table', report: '分服', x: 0, y: 9, w: 5, h: 6 },
  { kind: 'chart', report: '分平台', chart: 'stacked', of: ['充值金额'], x: 5, y: 9, w: 4, h: 6 },
  {
    kind: 'text',
    title: '怎么看',
    text: [
      '每天 10:00 以后看 **昨日**，之前的充值还会补。',
      '',
      '- 点「渠道构成」的一根，其余的块只看它',
      '- 目标是本季度的日均，超过为绿，差一成以内为黄',
      '- 涨跌先看 [渠道日报](/statement/board?id=3)，再问买量',
    ].join('\n'),
    ...{ x: 9, y: 9, w: 3, h: 6 },
  },
]
