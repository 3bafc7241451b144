// Adds a report's own formulas to the pickers: existing ones first, a new one last.

import type { PickItem } from '#web/pick/pickItem.ts'
import type { QueryPoint } from '#features/statement/contract.ts'

const newKey = 'new'
const group = '自建公式'

/** Whether the item opens the form of a new one. */
export const isNewFormula = ({ key }: PickItem): boolean => key === newKey

/** `items`: all points, including the report's own formulas. */
export function withFormulas(items: PickItem[], points: readonly QueryPoint[]): PickItem[] {
  const own = new Set(points.filter(({ id }) => id < 0).map(({ id }) => String(id)))
  const mine = items.filter(({ key }) => own.has(key)).map((item) => ({ ...item, group }))
  return [
    ...mine,
    ...items.filter(({ key }) => !own.has(key)),
    { key: newKey, title: '新建公式…', pinyin: 'xin jian gong shi', group: '更多' },
  ]
}
