// Count, sum and average of a range of cells. Cells that are not numbers are only counted.

import { isNumber } from './columnTypes.ts'
import { columnAt } from './filters.ts'
import type { Selection, SourceView } from './messages.ts'
import { addTotals, averageText, sumsOf, totalText } from './sums.ts'
import type { Tables } from './tables.ts'
import { viewed } from './views.ts'
import type { Work } from './work.ts'

export async function selection(
  work: Work,
  input: SourceView & { from: number; to: number; columns: number[] },
  tables: Tables,
): Promise<Selection> {
  const { rows, columns } = await viewed(work, input, tables)
  const chosen = [...new Set(input.columns)].map((index) => columnAt(columns, index))
  const sums = await sumsOf(work, chosen, `${rows} WHERE p BETWEEN ${input.from} AND ${input.to}`)
  const count = sums.reduce((all, one) => all + one.count, 0)
  const numbers = sums.reduce(
    (all, one, index) => all + (isNumber(chosen[index] as never) ? one.count : 0),
    0,
  )
  const total = addTotals(sums.flatMap(({ sum }) => sum ?? []))
  return {
    count,
    sum: total && totalText(total),
    average: total && averageText(total, numbers),
  }
}
