// Result columns of funnel and distribution (retention: returns/columns.ts, players' value: value/columns.ts).
//
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

export type Extra = Pick<ReportColumn, 'role'> & Partial<Pick<ReportColumn, 'of' | 'day' | 'since' | 'per'>>

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
