// Builds a workbook from a pivot's answers, laid out as on screen. Runs in the writing process.
import type { Axes } from '#semantic/model/pivot/axes.ts'
import {
  type FigureColumn,
  figureColumns,
  mostPivotColumns,
  nodesTo,
  type PivotSort,
  shownRows,
} from '#semantic/model/pivot/layout.ts'
import {
  type AxisNode,
  matrixOf,
  type PivotCell,
  type PivotMatrix,
  type PivotTableData,
  PivotTooLarge,
} from '#semantic/model/pivot/matrix.ts'
import {
  linesOf,
  type NodeTexts,
  nodeTexts,
  otherText,
  subtotalText,
  sumText,
} from '#semantic/model/pivot/nodeText.ts'
import type { Grain, ReportColumn, RowMark } from '#semantic/model/types.ts'
import type { Head } from '#server/files/heads.ts'
import { Workbook, type WorkbookColumn } from '#server/files/workbook.ts'
import { exportCells, tooManyCells } from '#server/files/xls.ts'
import { sheetColumn } from './columns.ts'

export interface PivotHead {
  sheetName: string
  trace: string
  answers: { columns: ReportColumn[]; marks: RowMark[] }[]
  axes: Axes
  subtotals: boolean
  totals: boolean
  sort: PivotSort | null
  folded: string[]
  /** Dimension with the row 其他. */
  topDim: number | null
  grain: Grain
  /** Keys of the file's columns. */
  chosen: string[]
  showBottom: boolean
  /** Lines under the table. */
  notes: readonly string[]
  /** Labels of values by dictionary. */
  labels: [dictId: number, names: [value: string, label: string][]][]
}

export type PivotMessage =
  | { answer: number; total: PivotCell[] | null }
  | { answer: number; rowCount: number; columns: (PivotCell | number | boolean)[][] }

/** A Chinese reason why there is no file. */
export class PivotRefused extends Error {}

/** Adds the answers' rows as they arrive. */
export class PivotWorkbook {
  readonly #head: PivotHead
  readonly #answers: PivotTableData[]

  constructor(head: PivotHead) {
    this.#head = head
    this.#answers = head.answers.map(({ columns, marks }) => ({
      columns,
      data: columns.map(() => []),
      rowCount: 0,
      summary: null,
      levels: marks.includes('level') ? [] : null,
      others: marks.includes('other') ? [] : null,
    }))
  }

  add(message: PivotMessage): void {
    const answer = this.#answers[message.answer]
    if (!answer) throw new Error(`no request has the number ${message.answer}`)
    if ('total' in message) {
      answer.summary = message.total
      return
    }
    const marks = this.#head.answers[message.answer]?.marks ?? []
    const push = (into: unknown[] | null | undefined, cells: readonly unknown[] | undefined) => {
      for (const cell of cells ?? []) into?.push(cell)
    }
    for (const [place, cells] of answer.data.entries()) push(cells, message.columns[place])
    for (const [at, mark] of marks.entries()) {
      push(mark === 'level' ? answer.levels : answer.others, message.columns[answer.columns.length + at])
    }
    answer.rowCount += message.rowCount
  }

  /** Throws PivotRefused. */
  toWorkbook(): Workbook {
    const { axes, sheetName, trace, showBottom } = this.#head
    const matrix = this.#matrix()
    const layout = { ...this.#head, folded: new Set(this.#head.folded) }
    const everyFigure = figureColumns(matrix, layout)
    const chosen = new Set(this.#head.chosen)
    const figures = everyFigure.filter(({ value }) => chosen.has(matrix.values[value]?.key ?? ''))
    if (figures.length > mostPivotColumns) {
      throw new PivotRefused(
        `透视表有 ${figures.length.toLocaleString('en-US')} 列，导出最多 ${mostPivotColumns.toLocaleString('en-US')} 列，请行列互换、减少列上的维度或加筛选`,
      )
    }
    // The sort column is searched among all columns: one outside the file sorts, too.
    const rows = shownRows(matrix, layout, everyFigure)
    if (rows.length * (axes.rows.length + figures.length) > exportCells) throw new PivotRefused(tooManyCells)
    const { columns, over } = this.#heads(matrix, figures)
    const book = new Workbook(sheetName, columns, trace, { over, lead: axes.rows.length })
    const figuresOf = (row: AxisNode) => figures.map(({ node, value }) => matrix.cell(row, node, value))
    for (const row of rows) book.addRow([...leadOf(row, layout), ...figuresOf(row)])
    if (showBottom && axes.rows.length > 0) {
      book.addRow([sumText, ...axes.rows.slice(1).map(() => null), ...figuresOf(matrix.rows)])
    }
    book.addNotes(this.#head.notes)
    return book
  }

  #matrix(): PivotMatrix {
    const [table, ...parts] = this.#answers
    if (!table) throw new Error('a pivot asks for one table at least')
    const { axes, topDim } = this.#head
    try {
      return matrixOf(
        { table, parts: parts.map((part) => ({ table: part })), ...(topDim !== null && { topDim }) },
        axes,
        mostPlaces,
      )
    } catch (error) {
      if (error instanceof PivotTooLarge) throw new PivotRefused(tooManyCells)
      throw error
    }
  }

  #heads(matrix: PivotMatrix, figures: readonly FigureColumn[]) {
    const { axes, grain } = this.#head
    const labels = new Map(this.#head.labels.map(([id, names]) => [id, new Map(names)]))
    const columns = this.#answers[0]?.columns ?? []
    const texts = nodeTexts({ columns }, grain, (dictId, value) => labels.get(dictId)?.get(value))
    const described = figures.map(({ node, value }) => {
      const column = sheetColumn(matrix.values[value] as ReportColumn, labels)
      return { ...headsOver(node, column.title, axes, texts, this.#isOneFigure(matrix)), column }
    })
    const depth = described[0]?.over.length ?? 0
    const leads = axes.rows.map((id) => {
      const source = columns.find(({ key }) => key === `d${id}`)
      const column: WorkbookColumn = source
        ? sheetColumn(source, labels)
        : { title: texts.title(id), type: 'string', format: null }
      if (depth === 0) return { column, over: [] }
      const over = Array.from(
        { length: depth },
        (_, line): Head => ({ text: line === 0 ? column.title : '', key: `d${id}` }),
      )
      return { column: { ...column, title: '' }, over }
    })
    const figureColumns = described.map(({ column, title, over }) => ({ column: { ...column, title }, over }))
    const all = [...leads, ...figureColumns]
    return { columns: all.map(({ column }) => column), over: all.map(({ over }) => over) }
  }

  #isOneFigure({ values }: PivotMatrix): boolean {
    return values.filter(({ key }) => this.#head.chosen.includes(key)).length === 1
  }
}

/** Rows times columns of both axes: four bytes each. */
const mostPlaces = 50_000_000

/** The header lines above a figure column, and its title. With a single figure its name is above all. */
function headsOver(
  node: AxisNode,
  title: string,
  { columns }: Axes,
  texts: NodeTexts,
  isOneFigure: boolean,
): { over: Head[]; title: string } {
  if (columns.length === 0) return { over: [], title }
  const path = nodesTo(node)
  const lines = linesOf(path, texts, columns)
  const heads = lines.map((text, at): Head => ({ text, key: path[at]?.path ?? `${node.path}#${at}` }))
  if (!isOneFigure) return { over: heads, title }
  return { over: [{ text: title, key: 'figure' }, ...heads.slice(0, -1)], title: lines.at(-1) ?? '' }
}

/** The values that the row is grouped by, then 小计. */
function leadOf(node: AxisNode, { axes, subtotals }: { axes: Axes; subtotals: boolean }): PivotCell[] {
  const path = nodesTo(node)
  return axes.rows.map((_, at) => {
    const own = path[at]
    if (!own) return subtotals && at === path.length ? subtotalText : null
    return own.isOther ? otherText : own.value
  })
}
