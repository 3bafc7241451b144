// Builds the answer's JSON table from the sandbox's texts without parsing the cells.
import type { CustomColumn, CustomTable } from '../contract.ts'
import type { CustomAnswer } from './running.ts'

export function* tableText(
  { columns, cells, rowCount, truncated, elapsedMs, computedAt }: CustomAnswer,
  { cached, labels, values, trace }: Pick<CustomTable, 'cached' | 'labels' | 'values' | 'trace'>,
): Generator<string> {
  const shown = columns.map(
    ({ name, type, databaseType }, index): CustomColumn => ({
      key: `c${index}`,
      title: name,
      type,
      databaseType,
    }),
  )
  const head = { columns: shown, rowCount, truncated, elapsedMs, cached, computedAt, labels, values, trace }
  yield `${JSON.stringify(head).slice(0, -1)},"data":[`
  for (const [index, text] of cells.entries()) yield index === 0 ? text : `,${text}`
  yield ']}'
}
