// Exports a pivot as an .xls: the screen's requests, with the engine's own totals, laid out in a separate
// process.

import { fileURLToPath } from 'node:url'
import { axesOf } from '#semantic/model/pivot/axes.ts'
import { requestsOf } from '#semantic/model/pivot/requests.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import { placeInResult, withBaseColumns } from '#semantic/model/shown/bases.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { exportFolder, type XlsFile } from '#server/files/xls.ts'
import { writeByProcess } from '#server/files/xlsProcess.ts'
import type { SessionUser } from '#server/http/session.ts'
import { readOwnLabels } from '#features/dictionary/server/index.ts'
import type { ShownPivot } from '#features/statement/contract.ts'
import { type Prepared, prepareReport } from '../compiling.ts'
import { dataMarks, dataNotes } from '../dataMarks.ts'
import { namedColumns } from '../valueNames.ts'
import { runAnswer } from './answer.ts'
import { chosenColumns, type ExportFlags, isOn } from './columns.ts'
import type { PivotHead, PivotMessage } from './pivotWorkbook.ts'

const program = fileURLToPath(new URL('./pivotChild.ts', import.meta.url))

interface PivotOrder {
  name: string
  info: ReportInfo
  pivot: ShownPivot
  flags: ExportFlags
}

/** Throws every refusal before a statement runs. */
export async function preparePivot(
  deps: Deps,
  user: SessionUser,
  order: PivotOrder,
  asking: AbortSignal,
): Promise<(trace: string, signal: AbortSignal) => Promise<XlsFile>> {
  const { info, flags } = order
  const requests = requestsOf(info)
  const answers = await Promise.all(
    requests.map(async (one) => {
      const prepared = await prepareReport(deps, one.info, user)
      return { ...prepared, columns: await namedColumns(deps, prepared, user, asking) }
    }),
  )
  const [first] = answers
  const notes = first ? dataNotes(deps, info, await dataMarks(deps, user, info, first)) : []
  const columns = first === undefined ? [] : withBaseColumns(first)
  const chosen = chosenColumns(columns, undefined, flags)
  const dictIds = columns.flatMap(({ dictId }) => dictId ?? [])
  const labels = await readOwnLabels(deps.metadata.db, dictIds)
  const head = headOf(
    order,
    answers,
    chosen.map(({ key }) => key),
  )
  return (trace, signal) =>
    writeByProcess({
      folder: exportFolder(deps.settings.dataDir),
      program,
      head: {
        ...head,
        labels: [...labels].map(([id, names]) => [id, [...names]]),
        notes,
        trace,
      } satisfies PivotHead,
      lines: linesOf(deps, answers, user, signal),
      signal,
    })
}

function headOf(
  { name, info, pivot, flags }: PivotOrder,
  answers: readonly Prepared[],
  chosen: string[],
): Omit<PivotHead, 'labels' | 'notes' | 'trace'> {
  return {
    sheetName: name,
    answers: answers.map((answer) => ({ columns: withBaseColumns(answer), marks: answer.marks })),
    axes: axesOf(info),
    subtotals: info.subtotals ?? false,
    totals: pivot.totals ?? true,
    sort: pivot.sort ?? null,
    folded: pivot.folded ?? [],
    topDim: info.top?.dim ?? null,
    grain: info.grain ?? 'day',
    chosen,
    showBottom: isOn(flags.showBottom),
  }
}

/** Indexes of the file's columns, then of the marks. */
const placesOf = (answer: Prepared): number[] => [
  ...withBaseColumns(answer).map(({ key }) => placeInResult(answer, key)),
  ...answer.marks.map((_, at) => answer.columns.length + at),
]

/** One answer after another, because interactive users share the few readers. */
async function* linesOf(
  deps: Deps,
  answers: readonly Prepared[],
  scope: RowScope,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (const [at, prepared] of answers.entries()) {
    const answer = await runAnswer(deps, prepared, scope, signal)
    try {
      const { total, rows } = await answer.begin(true)
      const places = placesOf(prepared)
      const told = total && places.map((place) => total[place] ?? null)
      yield JSON.stringify({ answer: at, total: told } satisfies PivotMessage)
      for await (const { rowCount, columns } of rows) {
        const own = places.map((place) => columns[place] ?? '[]')
        yield `{"answer":${at},"rowCount":${rowCount},"columns":[${own.join(',')}]}`
      }
    } finally {
      await answer.end()
    }
  }
}
