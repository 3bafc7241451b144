// Result columns of retention, funnel and distribution (players' value: value/columns.ts).
//
//   retention      n 新增用户, n1 次日留存人数, r1 次日留存率, n7, r7 …
//   funnel         s1 新增用户, s2 访问用户, c2 访问用户转化率, s3, c3, t3 购买用户总转化率 …
//   distribution   b 充值金额区间, n players, n_share of the row's players, v the value's sum (or min, max)
import type { PointDefinition } from '#semantic/model/definitions.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { Point, ReportColumn } from '#semantic/model/types.ts'
import type { Titles } from '../columns/apart.ts'
import { reportColumns } from '../columns/columns.ts'
import type { CohortRestrictions } from './people.ts'

export function dimensionColumns(
  { dims, grain, days }: Pick<CohortRestrictions, 'dims' | 'grain' | 'days'>,
  kinds: Kind[],
  titles: Titles,
): ReportColumn[] {
  const known = dims.map((dimension, index) => ({ dimension, kind: kinds[index] as Kind }))
  return reportColumns(known, [], grain, titles, days)
}

export type Extra = Pick<ReportColumn, 'role'> & Partial<Pick<ReportColumn, 'of' | 'day'>>

export const players = (key: string, title: string, point: Point, extra: Extra): ReportColumn => ({
  key,
  title,
  kind: 'point',
  type: 'integer',
  format: 'integer',
  unit: point.info.unit ?? '',
  dictId: null,
  ...extra,
})

export const rate = (key: string, title: string, extra: Extra): ReportColumn => ({
  key,
  title,
  kind: 'computed',
  type: 'number',
  format: 'percent',
  unit: '%',
  dictId: null,
  ...extra,
})

const dayTitle = (day: number): string => (day === 0 ? '当日' : day === 1 ? '次日' : `${day} 日`)

export function retentionColumns(cohort: Point, days: number[], titles: Titles): ReportColumn[] {
  return [
    players('n', titles.get(cohort) ?? cohort.name, cohort, { role: 'size' }),
    ...days.flatMap((day) => [
      players(`n${day}`, `${dayTitle(day)}留存人数`, cohort, { role: 'retained', of: 'n', day }),
      rate(`r${day}`, `${dayTitle(day)}留存率`, { role: 'rate', of: `n${day}`, day }),
    ]),
  ]
}

/** t (share of the first step) begins at the third step: at the second it would equal c. */
export function funnelColumns(steps: Point[], titles: Titles): ReportColumn[] {
  return steps.flatMap((point, index) => {
    const place = index + 1
    const step = `s${place}`
    const title = titles.get(point) ?? point.name
    return [
      players(step, title, point, { role: 'step' }),
      ...(place > 1 ? [rate(`c${place}`, `${title}转化率`, { role: 'conversion', of: step })] : []),
      ...(place > 2 ? [rate(`t${place}`, `${title}总转化率`, { role: 'reached', of: step })] : []),
    ]
  })
}

/** `dims`: names of the dimensions within which shares are computed. */
export function distributionColumns(
  whom: Point,
  value: PointDefinition,
  dims: string[],
  titles: Titles,
): ReportColumn[] {
  const within = dims.length === 0 ? '' : `（各${dims.join('、')}内）`
  const [valueColumn] = reportColumns([], [value], { dimensionId: null, grain: null }, titles)
  const { point } = value
  const title = titles.get(whom) ?? whom.name
  return [
    {
      key: 'b',
      title: `${titles.get(point) ?? point.name}区间`,
      kind: 'dimension',
      type: 'string',
      format: null,
      unit: point.info.unit ?? '',
      dictId: null,
      role: 'bucket',
    },
    players('n', title, whom, { role: 'size' }),
    rate('n_share', `${title}占比${within}`, { role: 'share', of: 'n' }),
    { ...(valueColumn as ReportColumn), key: 'v' },
  ]
}
