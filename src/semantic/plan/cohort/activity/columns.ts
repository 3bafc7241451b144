// Result columns of activity:
//
//   rolling     n 活跃用户, a7 近 7 天活跃用户（WAU）, h7 DAU/WAU, a30 近 30 天活跃用户（MAU）, h30 DAU/MAU
//   lifecycle   n 活跃用户, w1 新增, w2 持续, w3 回流, w4 沉默, w5 流失, w6 早已流失
//   flow        f 前一天的状态, g 当天的状态, n 活跃用户, n_share 占前一天状态
//   days        b 活跃天数, y7 近 7 天, y7_share, y30 近 30 天, y30_share
import { type ActivityAsked, lifeStates, stateTitles } from '#semantic/model/activity.ts'
import { activityKeys as keysOf, shortNames } from '#semantic/model/activityFigures.ts'
import type { Point, ReportColumn } from '#semantic/model/types.ts'
import { players, rate } from '../columns.ts'

/** Figures of several days that can't be added up. */
const perDay = '每天的数是到那天为止的，几天的数合不到一起，所以没有合计'
const statesPerDay = '一个玩家每天都有一个状态，几天的人数合不到一起，所以没有合计'

export function activityColumns(
  whom: Point,
  title: string,
  { show, windows }: ActivityAsked,
  isDaily: boolean,
): ReportColumn[] {
  const without = (why: string): Pick<ReportColumn, 'noTotal'> => (isDaily ? { noTotal: why } : {})
  const active = players(keysOf.active, title, whom, { role: 'active' })
  if (show === 'rolling')
    return [active, ...windows.flatMap((days) => rollingColumns(whom, title, days, without(perDay)))]
  if (show === 'lifecycle')
    return [
      active,
      ...lifeStates.map((state, index) => ({
        ...players(keysOf.state(index + 1), stateTitles[state], whom, { role: 'state' }),
        ...(state === 'new' ? {} : without(statesPerDay)),
      })),
    ]
  if (show === 'flow') return flowColumns(whom, title, without(statesPerDay))
  return dailyColumns(whom, title, windows)
}

function rollingColumns(
  whom: Point,
  title: string,
  days: number,
  without: Pick<ReportColumn, 'noTotal'>,
): ReportColumn[] {
  const name = shortNames[days]
  const key = keysOf.rolling(days)
  return [
    {
      ...players(key, `近 ${days} 天${title}${name ? `（${name}）` : ''}`, whom, { role: 'rolling' }),
      ...without,
    },
    {
      ...rate(keysOf.sticky(days), name ? `DAU/${name}` : `当天 ÷ 近 ${days} 天`, {
        role: 'sticky',
        of: key,
      }),
      ...without,
    },
  ]
}

function flowColumns(whom: Point, title: string, without: Pick<ReportColumn, 'noTotal'>): ReportColumn[] {
  return [
    stateColumn(keysOf.from, '前一天的状态', 'from'),
    stateColumn(keysOf.to, '当天的状态', 'to'),
    { ...players(keysOf.active, title, whom, { role: 'flow' }), ...without },
    {
      ...rate(keysOf.share(keysOf.active), '占前一天的状态', { role: 'share', of: keysOf.active }),
      noTotal: '占比是各状态里的，没有合计',
    },
  ]
}

function stateColumn(key: string, title: string, role: 'from' | 'to'): ReportColumn {
  return {
    key,
    title,
    kind: 'dimension',
    type: 'string',
    format: null,
    unit: '',
    dictId: null,
    role,
  }
}

const dailyColumns = (whom: Point, title: string, windows: number[]): ReportColumn[] => [
  {
    ...stateColumn(keysOf.bucket, '活跃天数', 'from'),
    type: 'integer',
    unit: '天',
    role: 'bucket',
  },
  ...windows.flatMap((days) => {
    const key = keysOf.daily(days)
    return [
      players(key, `近 ${days} 天里的${title}`, whom, { role: 'daily' }),
      rate(keysOf.share(key), `近 ${days} 天里的占比`, { role: 'share', of: key }),
    ]
  }),
]
