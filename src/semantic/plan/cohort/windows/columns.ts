// Result columns of a funnel by moments: those of a funnel, and with `times` the time from the step before.
//
//   s1 访问用户（24 小时内）, s2 购买用户, c2 购买用户转化率, m2 购买用户用时中位数, w2 购买用户用时 90 分位
import { type Funnel, windowUnitTitles, withinText } from '#semantic/model/funnels.ts'
import type { Point, ReportColumn } from '#semantic/model/types.ts'
import type { Titles } from '#semantic/plan/columns/apart.ts'
import { type Extra, players, rate } from '../columns.ts'

/** `days`: the whole days in which each window is over. */
export function windowColumns(steps: Point[], funnel: Funnel, days: number, titles: Titles): ReportColumn[] {
  return steps.flatMap((point, index) => {
    const place = index + 1
    const step = `s${place}`
    const title = titles.get(point) ?? point.name
    if (place === 1)
      return [
        windows({ ...players(step, `${title}（${withinText(funnel)}）`, point, { role: 'step' }) }, funnel),
      ]
    const of: Pick<Extra, 'of' | 'day'> = { of: step, day: days }
    return [
      windows(players(step, title, point, { role: 'step', day: days }), funnel),
      rate(`c${place}`, `${title}转化率`, { role: 'conversion', ...of }),
      ...(place > 2 ? [rate(`t${place}`, `${title}总转化率`, { role: 'reached', ...of })] : []),
      ...(funnel.times ? timeColumns(place, title, funnel, of) : []),
    ]
  })
}

/** Windows are not people. */
const windows = (column: ReportColumn, { each }: Funnel): ReportColumn =>
  each ? { ...column, unit: '次' } : column

function timeColumns(
  place: number,
  title: string,
  { within }: Funnel,
  of: Pick<Extra, 'of' | 'day'>,
): ReportColumn[] {
  const time = (key: string, what: string): ReportColumn => ({
    key: `${key}${place}`,
    title: `${title}用时${what}`,
    kind: 'computed',
    type: 'number',
    format: 'decimal',
    unit: within ? windowUnitTitles[within.unit] : '',
    dictId: null,
    role: 'duration',
    ...of,
  })
  return [time('m', '中位数'), time('w', ' 90 分位')]
}
