// A report as an .xls: the whole range that is asked, past the screen's limit, in a file of its own.
import { createReadStream } from 'node:fs'
import type { ReportColumn } from '../../../semantic/model/types.ts'
import type { Deps } from '../../../server/deps.ts'
import { exportFileName } from '../../../server/files/exportName.ts'
import { exportCells, exportFolder, writeXls, type XlsFile } from '../../../server/files/xls.ts'
import type { BlobReply } from '../../../server/http/reply.ts'
import type { SessionUser } from '../../../server/http/session.ts'
import { writeAudit } from '../../../server/metadata/audit.ts'
import { streamChunks } from '../../../server/warehouse/chunkStream.ts'
import type { ColumnChunk, RunResult } from '../../../server/warehouse/types.ts'
import { AppError } from '../../../shared/errors.ts'
import { readLabels } from '../../dictionary/server/index.ts'
import { callerOf } from './access.ts'
import { type Prepared, prepareReport } from './compiling.ts'
import type { Question } from './figures.ts'
import { nameMarkedRows } from './marks.ts'
import { findReport } from './reports.ts'
import { type Cell, splitTotal } from './resultText.ts'
import { cleanName } from './texts.ts'
import { Turns } from './turns.ts'

export interface ExportRequest extends Question {
  reportName?: string | undefined
}

type Flag = '0' | '1' | 'true' | 'false' | undefined
export interface ExportFlags {
  /** Computed points are in the file; so they are when it is absent. */
  exportSetting?: Flag
  /** Dimensions and computed points alone; they are in the file then, whatever exportSetting says. */
  computeOnly?: Flag
  /** The total as the last row. */
  showBottom?: Flag
}

const mostRows = 1_000_000
/** An export holds one of the few readers as long as it writes; the others stay with those who look. */
const turns = new Turns()
const timeoutMs = 170_000
const isOn = (flag: Flag): boolean => flag === '1' || flag === 'true'

export async function exportReport(
  deps: Deps,
  user: SessionUser,
  request: ExportRequest,
  flags: ExportFlags,
  signal: AbortSignal,
): Promise<BlobReply> {
  const { db } = deps.metadata
  const saved = request.reportId === undefined ? null : await findReport(db, callerOf(user), request.reportId)
  const name = request.reportName ? cleanName(request.reportName) : (saved?.report.reportName ?? '报表')
  const prepared = await prepareReport(
    deps,
    { ...request.info, limit: request.info.limit ?? mostRows },
    user.games,
  )
  const chosen = chosenColumns(prepared.columns, request.info.columns, flags)
  const labels = await readLabels(
    db,
    chosen.flatMap(({ dictId }) => dictId ?? []),
  )
  await writeAudit(db, {
    userId: user.id,
    action: 'report.export',
    detail: auditDetail(name, request, flags),
  })
  const plan = {
    name,
    chosen,
    labels,
    isTotalShown: isOn(flags.showBottom),
    mostRows: Math.min(prepared.limit, mostRows),
    isCutRefused: request.info.limit === undefined,
    topKey: request.info.top ? `d${request.info.top.dim}` : null,
    signal,
  }
  const file = await turns.take(signal, () => writeFile(deps, prepared, plan))
  const body = createReadStream(file.path)
  body.once('close', () => void file.dispose())
  // Nobody reads a stream whose caller has gone: it would stay open, and the file with it.
  if (signal.aborted) body.destroy()
  signal.addEventListener('abort', () => body.destroy(), { once: true })
  const fileName = exportFileName(name, new Date(), deps.settings.zone, 'xls')
  return { fileName, contentType: 'application/vnd.ms-excel', body }
}

/** In the reader's order; what the order does not name comes last. */
function chosenColumns(
  columns: ReportColumn[],
  order: string[] | undefined,
  flags: ExportFlags,
): ReportColumn[] {
  const computeOnly = isOn(flags.computeOnly)
  const withComputed = computeOnly || flags.exportSetting === undefined || isOn(flags.exportSetting)
  const chosen = columns.filter(
    ({ kind }) => kind === 'dimension' || (kind === 'computed' ? withComputed : !computeOnly),
  )
  if (chosen.every(({ kind }) => kind === 'dimension') && columns.some(({ kind }) => kind !== 'dimension')) {
    throw new AppError(
      'report_invalid',
      computeOnly ? '该报表没有计算指标，无法只导出计算值' : '该报表没有可导出的指标',
    )
  }
  if (!order) return chosen
  const places = new Map(order.map((key, place) => [key, place]))
  const placeOf = ({ key }: ReportColumn) => places.get(key) ?? order.length
  return chosen.toSorted((one, other) => placeOf(one) - placeOf(other))
}

interface FilePlan {
  name: string
  chosen: ReportColumn[]
  labels: Map<number, Map<string, string>>
  isTotalShown: boolean
  mostRows: number
  /** Without a limit of its own the report is exported whole or not at all. */
  isCutRefused: boolean
  /** Dimension whose rest is one row; null where none is. */
  topKey: string | null
  signal: AbortSignal
}

async function writeFile(deps: Deps, prepared: Prepared, plan: FilePlan): Promise<XlsFile> {
  const { sql, params, summaryFirst } = prepared
  const limit = plan.mostRows + (summaryFirst ? 1 : 0)
  const chunks = streamChunks(plan.signal, (signal, onChunk) =>
    deps.warehouse.run({ sql, params, pool: 'report', limit, timeoutMs, signal, onChunk }),
  )
  try {
    return await writeChunks(deps, prepared, plan, chunks)
  } finally {
    // Where the writer refused or broke off, the statement ends too.
    await chunks.return(undefined as never)
  }
}

async function writeChunks(
  deps: Deps,
  prepared: Prepared,
  plan: FilePlan,
  chunks: AsyncGenerator<ColumnChunk, RunResult>,
): Promise<XlsFile> {
  const { summaryFirst } = prepared
  const first = await chunks.next()
  const opening = first.done ? null : first.value
  const { total, rest } =
    summaryFirst && opening && opening.rowCount > 0 ? splitTotal(opening) : { total: null, rest: opening }
  const places = plan.chosen.map((column) => prepared.columns.indexOf(column))
  const pick = (chunk: ColumnChunk): ColumnChunk => {
    const named =
      prepared.marks.length === 0 ? chunk : nameMarkedRows({ ...prepared, topKey: plan.topKey }, chunk)
    return { rowCount: chunk.rowCount, columns: places.map((place) => named.columns[place] ?? '[]') }
  }
  async function* body() {
    if (rest) yield pick(rest)
    for (let next = await chunks.next(); ; next = await chunks.next()) {
      if (next.done) {
        if (next.value?.truncated && plan.isCutRefused) throw tooLarge()
        return
      }
      yield pick(next.value)
    }
  }
  return writeXls({
    folder: exportFolder(deps.settings.dataDir),
    sheetName: plan.name,
    columns: plan.chosen.map((column) => sheetColumn(column, plan.labels)),
    chunks: body(),
    summary:
      plan.isTotalShown && total
        ? totalRow(
            plan.chosen,
            places.map((place) => total[place] ?? null),
          )
        : null,
    signal: plan.signal,
  })
}

function sheetColumn({ title, unit, type, format, dictId }: ReportColumn, labels: FilePlan['labels']) {
  const names = dictId === null ? undefined : labels.get(dictId)
  return {
    title: unit ? `${title}（${unit}）` : title,
    type,
    format,
    ...(names && names.size > 0 && { labels: Object.fromEntries(names) }),
  }
}

/** The first dimension's cell says what the row is. */
function totalRow(chosen: ReportColumn[], cells: Cell[]): Cell[] {
  const first = chosen.findIndex(({ kind }) => kind === 'dimension')
  return cells.map((cell, index) => (index === first ? '合计' : cell))
}

const tooLarge = () =>
  new AppError(
    'export_too_large',
    `导出超过 ${mostRows / 10_000} 万行或 ${exportCells / 10_000} 万个单元格，请缩小日期范围、减少维度或指标`,
  )

function auditDetail(name: string, { reportId, info }: ExportRequest, flags: ExportFlags) {
  const { dims, points, dateRange, filters = [] } = info
  return {
    name,
    reportId: reportId ?? null,
    dims,
    points,
    dateRange: dateRange ?? null,
    filters: filters.length,
    ...flags,
  }
}
