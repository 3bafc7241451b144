// The compile's row marks: subtotals and the rest. On the wire they are beside the cells; in a file the cells
// name them.
import type { CompiledReport } from '#semantic/model/types.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import type { ReportTable } from '../contract.ts'
import type { Cell } from './resultText.ts'

type Marked = Pick<CompiledReport, 'columns' | 'marks'>

/** Marks of the rows after the total, in order. */
export function readMarks(
  { columns, marks }: Marked,
  chunks: readonly ColumnChunk[],
): Pick<ReportTable, 'levels' | 'others'> {
  const read = <Mark>(mark: CompiledReport['marks'][number]): Mark[] | null => {
    const place = marks.indexOf(mark)
    if (place < 0) return null
    return chunks.flatMap((chunk) => JSON.parse(chunk.columns[columns.length + place] ?? '[]') as Mark[])
  }
  return { levels: read<number>('level'), others: read<boolean>('other') }
}

/** Figures over only the compared days, of the total and the rows after it. */
export function readBases(
  { columns, marks, bases }: Marked & Pick<CompiledReport, 'bases'>,
  total: readonly Cell[] | null,
  chunks: readonly ColumnChunk[],
): NonNullable<ReportTable['bases']> {
  return Object.fromEntries(
    bases.map((key, index) => {
      const place = columns.length + marks.length + index
      const rows = chunks.flatMap((chunk) => JSON.parse(chunk.columns[place] ?? '[]') as Cell[])
      return [key, { total: total?.[place] ?? null, rows }]
    }),
  )
}

export const subtotalName = '小计'
export const otherName = '其他'

/** The first cell of a dimension that a row is not grouped by is 小计; the rest's own dimension is 其他. */
export function nameMarkedRows(report: Marked & { topKey: string | null }, chunk: ColumnChunk): ColumnChunk {
  const { levels, others } = readMarks(report, [chunk])
  const dims = report.columns.filter(({ kind }) => kind === 'dimension')
  const isSubtotal = (row: number, place: number) => levels?.[row] === place
  const isOther = (row: number, key: string) => key === report.topKey && others?.[row] === true
  const columns = chunk.columns.map((text, place) => {
    const key = dims[place]?.key
    if (key === undefined) return text
    const cells = JSON.parse(text) as Cell[]
    const named = cells.map((cell, row) => {
      if (isSubtotal(row, place)) return subtotalName
      return isOther(row, key) ? otherName : cell
    })
    return JSON.stringify(named)
  })
  return { rowCount: chunk.rowCount, columns }
}
