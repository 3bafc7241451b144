// A pivot as texts, as on screen: the same queries, with the engine's own totals.

import { axesOf } from '#semantic/model/pivot/axes.ts'
import { figureColumns, mostPivotColumns, nodesTo, shownRows } from '#semantic/model/pivot/layout.ts'
import { matrixOf, type PivotTableData, PivotTooLarge } from '#semantic/model/pivot/matrix.ts'
import { linesOf, type NodeTexts, nodeTexts, subtotalText, sumText } from '#semantic/model/pivot/nodeText.ts'
import { requestsOf } from '#semantic/model/pivot/requests.ts'
import { placeInResult, withBaseColumns } from '#semantic/model/shown/bases.ts'
import { formatOf } from '#semantic/model/shown/columns.ts'
import { type DataMarks, marksOn } from '#semantic/model/shown/dataMarks.ts'
import { periodEnd } from '#semantic/model/shown/periods.ts'
import type { Deps } from '#server/deps.ts'
import { drawnRows } from '#server/picture/index.ts'
import { AppError } from '#shared/errors.ts'
import { dataMarks, figuresInScope, type ShownPivot } from '#features/statement/server/index.ts'
import { toldReport } from '../corrections/figures.ts'
import { cellsOf, isEmpty, labelsFor, type ReportQuestion, type ShownReport, titleOf } from './shownReport.ts'

/** Rows times columns of both axes. */
const mostPlaces = 2_000_000
/** Each row of an answer is a cell of the pivot; a larger pivot is no table for a message. */
const mostCells = 20_000

export async function showPivot(
  deps: Deps,
  { name, info, scope }: ReportQuestion,
  pivot: ShownPivot,
  signal: AbortSignal,
): Promise<ShownReport> {
  const answers: PivotTableData[] = []
  let told: Pick<ShownReport, 'range' | 'updateTime' | 'gone' | 'isEmpty' | 'marks' | 'told'> | null = null
  for (const request of requestsOf(info)) {
    const limited = { ...request.info, limit: mostCells }
    const { head, chunks, prepared } = await figuresInScope(deps, { info: limited, scope }, signal)
    if (head.truncated)
      throw new AppError('parameter_wrong', '透视表的单元格超过 2 万个，请减少维度或缩小范围后再订阅')
    const { rowCount, levels, others, bases = {} } = head
    const data = await cellsOf(chunks, head.columns.length)
    const keys = Object.keys(bases)
    const columns = withBaseColumns({ columns: head.columns, bases: keys })
    const all = [...data, ...keys.map((key) => bases[key]?.rows ?? [])]
    const totals = head.summary && [...head.summary, ...keys.map((key) => bases[key]?.total ?? null)]
    const places = columns.map(({ key }) =>
      placeInResult({ columns: head.columns, marks: [], bases: keys }, key),
    )
    answers.push({
      columns,
      data: places.map((place) => all[place] ?? []),
      rowCount,
      summary: totals && places.map((place) => totals[place] ?? null),
      levels,
      others,
    })
    const labels = await labelsFor(deps, head.columns)
    told ??= {
      range: head.range,
      updateTime: head.updateTime,
      gone: [],
      marks: await dataMarks(deps, scope, info, prepared),
      // The first request has every cell of the pivot as a row.
      told: toldReport(deps.settings, { name, info: limited, labels }, { head }, data),
      isEmpty: isEmpty({ columns: head.columns, data, rowCount }),
    }
  }
  const [table, ...parts] = answers
  if (!table || !told) throw new Error('a pivot asks for one table at least')
  const axes = axesOf(info)
  const layout = {
    axes,
    subtotals: info.subtotals ?? false,
    totals: pivot.totals ?? true,
    sort: pivot.sort ?? null,
    folded: new Set(pivot.folded ?? []),
  }
  const topDim = info.top?.dim
  const matrix = matrixWithin(
    { table, parts: parts.map((part) => ({ table: part })), ...(topDim !== undefined && { topDim }) },
    axes,
  )
  const every = figureColumns(matrix, layout).slice(0, mostPivotColumns)
  const grain = info.grain ?? 'day'
  const labels = await labelsFor(deps, table.columns)
  const texts = withDayMarks(nodeTexts(table, grain, labels), told.marks)
  const settings = { labels, weekdayInText: false, shortDays: false, today: '' }
  const figures = every.map(({ node, value }) => {
    const column = matrix.values[value] as PivotTableData['columns'][number]
    const over = axes.columns.length === 0 ? [] : linesOf(nodesTo(node), texts, axes.columns)
    const title = [
      ...over.filter(Boolean),
      ...(over.length > 0 && matrix.values.length === 1 ? [] : [titleOf(column)]),
    ]
    return { node, value, title: title.join(' '), text: formatOf(column, grain, settings) }
  })
  const rows = shownRows(matrix, layout, every)
  const lead = (node: (typeof rows)[number]): string[] => {
    const path = nodesTo(node)
    return axes.rows.map((dim, at) => {
      const own = path[at]
      if (own) return texts.of(own, dim)
      return layout.subtotals && at === path.length ? subtotalText : ''
    })
  }
  const cells = (node: (typeof rows)[number]) =>
    figures.map(({ node: column, value, text }) => text(matrix.cell(node, column, value)))
  return {
    ...told,
    chart: null,
    table: {
      columns: [
        ...axes.rows.map((dim) => ({ title: texts.title(dim), align: 'left' as const })),
        ...figures.map(({ title }) => ({ title, align: 'right' as const })),
      ],
      rows: rows.slice(0, drawnRows).map((node) => [...lead(node), ...cells(node)]),
      total:
        axes.rows.length > 0 ? [sumText, ...axes.rows.slice(1).map(() => ''), ...cells(matrix.rows)] : null,
      rowCount: rows.length,
      truncated: false,
    },
  }
}

/** Days with their marks, as on screen. */
function withDayMarks(texts: NodeTexts, marks: DataMarks): NodeTexts {
  const markOf = marksOn(marks)
  return {
    ...texts,
    of: (node, dimension) => {
      const text = texts.of(node, dimension)
      const { value, isOther } = node
      if (isOther || !texts.isDate(dimension) || typeof value !== 'string') return text
      const from = value.slice(0, 10)
      return [text, ...markOf(from, periodEnd(from, texts.grainOf(dimension)))].join(' ')
    },
  }
}

function matrixWithin(...[data, axes]: [Parameters<typeof matrixOf>[0], Parameters<typeof matrixOf>[1]]) {
  try {
    return matrixOf(data, axes, mostPlaces)
  } catch (error) {
    if (error instanceof PivotTooLarge)
      throw new AppError('parameter_wrong', '透视表太大，请减少维度或缩小范围后再订阅')
    throw error
  }
}
