// The points that each report kind needs, in words, and which ones it accepts.

import type { ReportKind } from '#semantic/model/types.ts'
import type { QueryPoint } from '#features/statement/contract.ts'

export const kindTitles: Record<ReportKind, string> = {
  table: '表格',
  retention: '留存',
  funnel: '漏斗',
  distribution: '分布',
  ltv: 'LTV',
  activity: '活跃',
  change: '变化来自谁',
}

export const kindTexts: Record<ReportKind, string> = {
  table: '按维度列出指标，可以对比、小计、排名。',
  retention: '第一天来的人，之后第几天还在。依次选两个去重指标：谁、怎样算回来。',
  funnel: '依次做到各步的人有多少。按顺序选两个以上去重指标。',
  distribution: '每人的数值落在哪一段。先选去重指标（谁），再选数值。',
  ltv: '新来的人在前 n 天里值多少（第 1 天 = 新增当天）。依次选去重指标（谁）、收入，最后可加成本，算 ROI 和回本。',
  activity:
    '每天活跃的人：近 7 天、近 30 天去重（WAU、MAU）和黏性，谁新来、持续、回流、流失，每人活跃几天。选一个去重指标：谁。',
  change:
    '一个指标在两个时期之间的变化，来自哪些维度的哪些值。不选维度时逐个维度都试，几个值就能说明的排在前面。',
}

/** The role of the point at an index; empty in plain tables. */
export function roleAt(kind: ReportKind, place: number): string {
  if (kind === 'retention') return ['谁', '回来'][place] ?? '多余'
  if (kind === 'funnel') return `第 ${place + 1} 步`
  if (kind === 'distribution') return ['谁', '数值'][place] ?? '多余'
  if (kind === 'ltv') return ['谁', '收入', '成本'][place] ?? '多余'
  if (kind === 'activity') return place === 0 ? '谁' : '多余'
  return ''
}

/** Why a point can't be the next one of this kind; empty where it can. */
export function refusalOf(kind: ReportKind, { types }: Pick<QueryPoint, 'types'>, chosen: number): string {
  if (kind === 'table') return ''
  if (kind === 'change') return chosen > 0 ? '只能选一个指标，先移除一个' : ''
  const most = mostPoints[kind]
  if (chosen >= most) return `${kindTitles[kind]}只用${['', '一', '两', '三'][most]}个指标，先移除一个`
  const countsPlayers = (kind !== 'distribution' && kind !== 'ltv') || chosen === 0
  if (countsPlayers && types !== 'distinct') return '要用去重指标，才知道是谁'
  if (!countsPlayers && types === 'computed') return '计算指标不能按人累计'
  if (kind === 'ltv' && chosen > 0 && types !== 'additive') return '收入和成本要用求和或计数的指标'
  return ''
}

const mostPoints: Record<ReportKind, number> = {
  table: Number.POSITIVE_INFINITY,
  retention: 2,
  funnel: Number.POSITIVE_INFINITY,
  distribution: 2,
  ltv: 3,
  activity: 1,
  change: 1,
}

/** The least number of points needed to show anything. */
export const fewestPoints: Record<ReportKind, number> = {
  table: 0,
  retention: 2,
  funnel: 2,
  distribution: 2,
  ltv: 2,
  activity: 1,
  change: 1,
}
