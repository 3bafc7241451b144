// The lists of players that explain one cell of a funnel by moments: those who took the step, and those who took the
// step before and fell out.
//
//   s3   走到「购买用户」的玩家, 走到「访问用户」、没有走到「购买用户」的玩家
//   c3   分子：走到「购买用户」的玩家, 分母：走到「访问用户」的玩家, 没有走到 …
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { WindowsPlan } from '../tree.ts'

export interface WindowList {
  title: string
  /** The least step that the windows reached, and the greatest; steps count from 1. */
  least: number
  most: number
}

/** Throws report_invalid if `key` is not a figure column of the report. */
export function windowLists(
  plan: WindowsPlan,
  key: string,
  { points }: Pick<ReportInfo, 'points'>,
  lookup: Lookup,
): WindowList[] {
  const column = plan.columns.find((one) => one.key === key)
  if (column === undefined || column.kind === 'dimension') throw reportInvalid('报表没有这一列，请刷新后再试')
  const place = Number(key.slice(1))
  const last = plan.steps.length
  const name = (at: number): string => `「${lookup.points.get(points[at - 1] as number)?.name ?? ''}」`
  const reached = (at: number, lead = ''): WindowList => ({
    title: `${lead}走到${name(at)}的玩家`,
    least: at,
    most: last,
  })
  if (place === 1) return [reached(1)]
  const fallen: WindowList = {
    title: `走到${name(place - 1)}、没有走到${name(place)}的玩家`,
    least: place - 1,
    most: place - 1,
  }
  if (column.role === 'conversion') return [reached(place, '分子：'), reached(place - 1, '分母：'), fallen]
  if (column.role === 'reached') return [reached(place, '分子：'), reached(1, '分母：')]
  return column.role === 'duration' ? [reached(place)] : [reached(place), fallen]
}
