// Conditions of a segment's rules as the form holds them: a row each, with 且 or 或 before it; 且 binds closer.
import { type Condition, type MemberOp, memberOpTitles, type SegmentList } from '../contract.ts'

export interface DraftCondition {
  /** How it stands to the row before. */
  joint: 'and' | 'or'
  not: boolean
  point: number
  op: MemberOp
  low: string
  high: string
  days: string
  /** 渠道 = ios | android；平台 = … */
  filters: string
}

export type Offers = Pick<SegmentList, 'points' | 'dims'>

/** Fields hold texts. */
export const draftText = (draft: DraftCondition): string => JSON.stringify(draft)
export const draftOf = (text: string): DraftCondition => JSON.parse(text) as DraftCondition

export const newDraft = ({ points }: Offers, joint: DraftCondition['joint'] = 'and'): DraftCondition => ({
  joint,
  not: false,
  // What people pay is what most segments are of.
  point: (points.find(({ unit }) => unit === '元') ?? points[0])?.id ?? 0,
  op: 'gte',
  low: '100',
  high: '',
  days: '30',
  filters: '',
})

export function draftsOf(any: readonly (readonly Condition[])[], { dims }: Offers): DraftCondition[] {
  return any.flatMap((group) =>
    group.map((condition, place): DraftCondition => {
      const filters = (condition.filters ?? []).map(({ dim, values }) => {
        const name = dims.find(({ id }) => id === dim)?.name ?? '已删除的维度'
        return `${name} = ${values.join(' | ')}`
      })
      return {
        joint: place === 0 ? 'or' : 'and',
        not: condition.not === true,
        point: condition.point,
        op: condition.op,
        low: String(condition.values[0] ?? ''),
        high: String(condition.values[1] ?? ''),
        days: String(condition.days),
        filters: filters.join('；'),
      }
    }),
  )
}

/** Of drafts without a problem. */
export function groupsOf(drafts: readonly DraftCondition[], offers: Offers): Condition[][] {
  const groups: Condition[][] = []
  for (const [place, draft] of drafts.entries()) {
    const { not, point, op, low, high, days, filters } = draft
    const values = (op === 'between' ? [low, high] : [low]).map(numberOf)
    const read = filtersOf(filters, offers)
    const condition: Condition = {
      point,
      op,
      values,
      days: Number(days),
      ...(not && { not }),
      ...(Array.isArray(read) && read.length > 0 && { filters: read }),
    }
    if (place === 0 || draft.joint === 'or') groups.push([condition])
    else groups.at(-1)?.push(condition)
  }
  return groups
}

const numberOf = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.replaceAll(',', ''))

/** What is wrong with the rows; undefined where nothing is. */
export function draftsProblem(drafts: readonly DraftCondition[], offers: Offers): string | undefined {
  if (drafts.length === 0) return '请至少添加一个条件'
  for (const [place, draft] of drafts.entries()) {
    const problem = problemOf(draft, offers)
    if (problem !== undefined) return `第 ${place + 1} 个条件：${problem}`
  }
  const isOnlyNot = groupsOf(drafts, offers).some((group) => group.every(({ not }) => not))
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
  const read = filtersOf(filters, offers)
  return typeof read === 'string' ? read : undefined
}

/** Or what is wrong with them. */
export function filtersOf(text: string, { dims }: Offers): NonNullable<Condition['filters']> | string {
  const parts = text.split(/[;；\n]/).filter((part) => part.trim() !== '')
  const filters: NonNullable<Condition['filters']> = []
  for (const part of parts) {
    const [name = '', ...rest] = part.split(/[=＝]/)
    const values = rest
      .join('=')
      .split(/[|｜]/)
      .map((value) => value.trim())
      .filter((value) => value !== '')
    if (values.length === 0) return `「${part.trim()}」应为「维度 = 值」，多个值用 | 分开，几个条件用；分开`
    const dim = dims.find((one) => one.name === name.trim())
    if (dim === undefined) return `没有维度「${name.trim()}」`
    filters.push({ dim: dim.id, values })
  }
  return filters
}

/** As it reads beside another editor's. */
export const draftWords = (drafts: readonly DraftCondition[], { points }: Offers): string =>
  drafts
    .map(({ joint, not, point, op, low, high, days, filters }, place) => {
      const name = points.find(({ id }) => id === point)?.name ?? '已删除的指标'
      const joined = place === 0 ? '' : joint === 'or' ? '或 ' : '且 '
      const range = op === 'between' ? `${low}–${high}` : low
      const rows = filters === '' ? '' : `，${filters}`
      return `${joined}${not ? '不满足 ' : ''}${name} ${memberOpTitles[op]} ${range}（近 ${days} 天${rows}）`
    })
    .join('\n')
