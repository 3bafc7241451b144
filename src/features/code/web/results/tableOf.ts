// A result in the table's format: columns with badges, exact texts, rows by pages.

import { call } from '#web/api/client.ts'
import type { CellValue, RemoteRows, TableColumn } from '#web/table/types.ts'
import { type ResultColumn, type Run, selectionStatistics } from '#features/code/contract.ts'
import type { Labels, ResultLabels } from './labels/labels.ts'
import type { PageCache } from './rows/PageCache.ts'
import { type ResultState, useShownResult } from './shown.ts'
import { beside } from './texts.ts'
import { badgeOf, exactText, isFigure, shownText } from './values.ts'

/** Indexes of the visible columns, frozen ones first. */
export function shownColumns(
  run: Pick<Run, 'columns'>,
  hidden: readonly number[],
  frozen: readonly number[] = [],
): number[] {
  const shown = run.columns.map((_, index) => index).filter((index) => !hidden.includes(index))
  const first = frozen.filter((index) => shown.includes(index))
  return [...first, ...shown.filter((index) => !first.includes(index))]
}

/** A code with its label beside it; copies contain only the code. */
function namedText(column: ResultColumn, labels: Labels | undefined): (value: CellValue) => string {
  const text = shownText(column)
  if (!labels) return text
  return (value) => {
    const name = value === null ? undefined : labels.get(String(value))
    return name === undefined ? text(value) : beside(text(value), name)
  }
}

export function tableColumns(
  run: Pick<Run, 'columns'>,
  shown: readonly number[],
  { spec, frozen, plain }: Pick<ResultState, 'spec' | 'frozen' | 'plain'>,
  labels: ResultLabels,
): TableColumn[] {
  return shown.flatMap((index): TableColumn[] => {
    const column = run.columns[index]
    if (!column) return []
    const sorted = spec.sort.find((one) => one.column === index)
    return [
      {
        key: column.key,
        title: column.title,
        unit: '',
        align: isFigure(column) ? 'right' : 'left',
        format: namedText(column, plain ? undefined : labels.get(index)),
        copy: exactText(column),
        numeric: isFigure(column),
        badge: badgeOf(column),
        frozen: frozen.includes(index),
        ...(sorted && { sorted: sorted.desc ? ('desc' as const) : ('asc' as const) }),
      },
    ]
  })
}

/** The cache's rows with the visible columns. */
export function remoteRows(
  runId: string,
  view: string | undefined,
  cache: PageCache,
  shown: readonly number[],
): RemoteRows {
  const indexOf = (column: number) => shown[column] ?? -1
  return {
    isLoaded: cache.isLoaded,
    want: cache.want,
    subscribe: cache.subscribe,
    async *pieces(first, end, signal) {
      for await (const piece of cache.pieces(first, end, signal)) {
        yield { ...piece, cellAt: (row, column) => piece.cellAt(row, indexOf(column)) }
      }
    },
    count: ({ firstRow, lastRow, columns }, signal) =>
      call(
        selectionStatistics,
        {
          params: { id: runId },
          body: { from: firstRow, to: lastRow, columns: columns.map(indexOf), ...(view && { view }) },
        },
        { signal, quiet: true },
      ),
    onCopying: (progress) =>
      useShownResult.setState({
        work: progress && {
          text: `正在复制 ${progress.rows.toLocaleString('en-US')} / ${progress.ofRows.toLocaleString('en-US')} 行`,
          cancel: progress.cancel,
        },
      }),
  }
}
