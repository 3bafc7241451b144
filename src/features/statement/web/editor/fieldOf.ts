// The editor's field that an engine error belongs to.
import type { CallError } from '#web/api/callError.ts'
import type { QueryParams } from '../report/store.ts'
import type { Draft, EditorField } from './store.ts'

const words: [EditorField, RegExp][] = [
  ['options', /留存天数|期限|窗口|区间|下界|小计|占比|前 ?N|排名|对比|同比|环比|补齐|行数/],
  ['days', /按日期筛选|日期范围|开始日期|结束日期|起止|粒度/],
  ['filters', /筛选|条件/],
]

export function fieldOf(failure: CallError, draft: Draft, params: QueryParams | null): EditorField | null {
  const { message } = failure
  for (const [field, pattern] of words) if (pattern.test(message)) return field
  const isNamed = (ids: readonly number[], known: readonly { id: number; name: string }[] = []) =>
    ids.some((id) => {
      const name = known.find((one) => one.id === id)?.name
      return name !== undefined && message.includes(name)
    })
  // If a point can't reach a dimension, the error belongs to the dimension.
  if (isNamed(draft.info.dims, params?.dimensions) || message.includes('维度')) return 'dims'
  if (isNamed(draft.info.points, params?.points) || /指标|步/.test(message)) return 'points'
  return null
}
