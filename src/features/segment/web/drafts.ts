// A segment's conditions as the form holds them: one row each, preceded by 且 or 或; 且 binds more tightly.
import {
  type DimensionFilter,
  dimensionFiltersProblem,
  dimensionFiltersText,
} from '#web/pick/values/DimensionFilters.tsx'
import { type Condition, type MemberOp, memberOpTitles, type SegmentList } from '../contract.ts'

export interface DraftCondition {
  /** How the row is joined to the row before. */
  joint: 'and' | 'or'
  not: boolean
  point: number
  op: MemberOp
  low: string
  high: string
  days: string
  /** Only fact rows that match these filters count. */
  filters: readonly DimensionFilter[]
}

export type Offers = Pick<SegmentList, 'points' | 'dims'>

/** Form fields hold texts. */
export const draftText = (draft: DraftCondition): string => JSON.stringify(draft)
export const draftOf = (text: string): DraftCondition => JSON.parse(text) as DraftCondition

export const newDraft = ({ points }: Offers, joint: DraftCondition['joint'] = 'and'): DraftCondition => ({
  joint,
  not: false,
  // Most segments are about payment, so a new condition starts with a point in 元.
  point: (points.find(({ unit }) => unit === '元') ?? points[0])?.id ?? 0,
  op: 'gte',
  low: '100',
  high: '',
  days: '30',
  filters: [],
})

export const draftsOf = (any: readonly (readonly Condition[])[]): DraftCondition[] =>
  any.flatMap((group) =>
    group.map(
      (condition, place): DraftCondition => ({
        joint: place === 0 ? 'or' : 'and',
        not: condition.not === true,
        point: condition.point,
        op: condition.op,
        low: String(condition.values[0] ?? ''),
        high: String(condition.values[1] ?? ''),
        days: String(condition.days),
        filters: condition.filters ?? [],
      }),
    ),
  )

/** Expects drafts without a problem. */
export function groupsOf(drafts: readonly DraftCondition[]): Condition[][] {
  const groups: Condition[][] = []
  for (const [place, draft] of drafts.entries()) {
    const { not, point, op, low, high, days, filters } = draft
    const values = (op === 'between' ? [low, high] : [low]).map(numberOf)
    const condition: Condition = {
      point,
      op,
      values,
      days: Number(days),
      ...(not && { not }),
      ...(filters.length > 0 && {
        filters: filters.map(({ dim, values: own }) => ({ dim, values: [...own] })),
      }),
    }
    if (place === 0 || draft.joint === 'or') groups.push([condition])
    else groups.at(-1)?.push(condition)
  }
  return groups
}

const numberOf = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.replaceAll(',', ''))

/** What is wrong with the rows; undefined when they are valid. */
export function draftsProblem(drafts: readonly DraftCondition[], offers: Offers): string | undefined {
  if (drafts.length === 0) return '请至少添加一个条件'
  for (const [place, draft] of drafts.entries()) {
    const problem = problemOf(draft, offers)
    if (problem !== undefined) return `第 ${place + 1} 个条件：${problem}`
  }
  const isOnlyNot = groupsOf(drafts).some((group) => group.every(({ not }) => not))
  return isOnlyNot ? '用「或」分开的每组条件里，至少要有一个是「满足」：否则不知道从哪些玩家里选' : undefined
}

function problemOf(
  { point, op, low, high, days, filters }: DraftCondition,
  offers: Offers,
): string | undefined {
  if (!offers.points.some(({ id }) => id === point)) return '请选择指标'
  if (!Number.isFinite(numberOf(low))) return '请填写数值'
  if (op === 'between' && !(numberOf(low) <= numberOf(high))) return '请填两个数，前小后大'
  if (!/^\d{1,4}$/.test(days.trim()) || Number(days) < 1 || Number(days) > 3_660)
    return '天数应为 1 到 3,660 的整数'
  return dimensionFiltersProblem(filters)
}

/** How the draft reads in the comparison with another editor's version. */
export const draftWords = (
  drafts: readonly DraftCondition[],
  { points, dims }: Offers,
  nameOf: (value: string, dim: number) => string,
): string =>
  drafts
    .map(({ joint, not, point, op, low, high, days, filters }, place) => {
      const name = points.find(({ id }) => id === point)?.name ?? '已删除的指标'
      const joined = place === 0 ? '' : joint === 'or' ? '或 ' : '且 '
      const range = op === 'between' ? `${low}–${high}` : low
      const rows = filters.length === 0 ? '' : `，${dimensionFiltersText(filters, dims, nameOf)}`
      return `${joined}${not ? '不满足 ' : ''}${name} ${memberOpTitles[op]} ${range}（近 ${days} 天${rows}）`
    })
    .join('\n')
