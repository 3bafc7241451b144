// Validates tags to set or remove; errors name the tag.
import { cleanName, cleanText, nameKey } from '#server/objects/texts.ts'
import { calendarDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { longest, type OwnTagKind, ownTagKindTitles, type TagChange, type TagValue } from '../contract.ts'
import type { TagContent } from './ownTags.ts'

export interface Step {
  name: string
  /** Null: removed. */
  after: TagContent | null
  revision?: number | undefined
}

const wrong = (message: string) => new AppError('parameter_wrong', message)

export function cleanChange({ set = [], remove = [] }: TagChange): Step[] {
  if (set.length + remove.length === 0) throw wrong('没有要设置或删除的标签')
  const steps = [
    ...set.map(({ name, kind, value, revision }): Step => {
      const own = cleanName(name, '标签名', longest.name)
      return { name: own, after: { name: own, kind, value: cleanValue(own, kind, value) }, revision }
    }),
    ...remove.map(
      ({ name, revision }): Step => ({
        name: cleanName(name, '标签名', longest.name),
        after: null,
        revision,
      }),
    ),
  ]
  const seen = new Set<string>()
  for (const { name } of steps) {
    const key = nameKey(name)
    if (seen.has(key)) throw wrong(`标签「${name}」出现了两次，每个标签一次只能改一处`)
    seen.add(key)
  }
  return steps
}

function cleanValue(name: string, kind: OwnTagKind, value: TagValue): TagValue {
  const not = () => wrong(`标签「${name}」的值应为${ownTagKindTitles[kind]}`)
  switch (kind) {
    case 'flag':
      if (typeof value !== 'boolean') throw not()
      return value
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw not()
      if (Math.abs(value) > 1e15) throw wrong(`标签「${name}」的数字太大，最多 15 位整数`)
      return value
    case 'day':
      if (typeof value !== 'string' || calendarDay(value.trim()) === null)
        throw wrong(`标签「${name}」的值应为日历上有的日期，如 2026-11-23`)
      return value.trim()
    default: {
      if (typeof value !== 'string') throw not()
      const text = cleanText(value, `标签「${name}」的值`, longest.text)
      if (text === '') throw wrong(`标签「${name}」的值不能为空；不要它时请删除`)
      return text
    }
  }
}
