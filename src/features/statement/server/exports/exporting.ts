// Exports a report as an .xls: the whole requested range, beyond the screen's limit.
import { createReadStream } from 'node:fs'
import { isPivot } from '#semantic/model/pivot/requests.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import { withBaseColumns } from '#semantic/model/shown/bases.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { XlsFile } from '#server/files/xls.ts'
import type { BlobReply } from '#server/http/reply.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { exportFileName } from '#shared/exportName.ts'
import type { ShownPivot } from '#features/statement/contract.ts'
import { noteTrace } from '#features/trace/server/index.ts'
import { type Prepared, prepareReport } from '../compiling.ts'
import { dataMarks, dataNotes } from '../dataMarks.ts'
import type { Question } from '../figures.ts'
import { heavyTurns } from '../heavyTurns.ts'
import { findReport } from '../reports.ts'
import { cleanName } from '../texts.ts'
import { namedColumns } from '../valueNames.ts'
import { runAnswer } from './answer.ts'
import { chosenColumns, type ExportFlags } from './columns.ts'
import { preparePivot } from './pivotExport.ts'
import { mostRows, type SheetPlan, writeSheet } from './sheet.ts'

export interface ExportRequest extends Question {
  reportName?: string | undefined
  /** Laid out as a pivot. */
  pivot?: ShownPivot | undefined
}

export async function exportReport(
  deps: Deps,
  user: SessionUser,
  request: ExportRequest,
  flags: ExportFlags,
  signal: AbortSignal,
): Promise<BlobReply> {
  const { db } = deps.metadata
  const { info, reportId, pivot } = request
  const saved = reportId === undefined ? null : await findReport(db, user, reportId)
  const name = request.reportName ? cleanName(request.reportName) : (saved?.report.reportName ?? '报表')
  const write =
    pivot && isPivot(info)
      ? await preparePivot(deps, user, { name, info, pivot, flags }, signal)
      : await prepareFlat(deps, user, { name, info, flags }, signal)
  const viewId = saved?.view.id ?? null
  const trace = await noteTrace(deps, {
    kind: 'export',
    userId: user.id,
    detail: { reportId: reportId ?? null, viewId, reportName: name, info },
  })
  await writeAudit(db, {
    userId: user.id,
    action: 'report.export',
    detail: { ...auditDetail(name, request, flags), trace },
  })
  const file = await heavyTurns.take(signal, () => write(trace, signal), { key: user.id })
  return sheetReply(file, exportFileName(name, new Date(), deps.settings.zone, 'xls'), signal)
}

/** Everything that can be refused is refused before the export is audited. */
async function prepareFlat(
  deps: Deps,
  user: SessionUser,
  { name, info, flags }: { name: string; info: ReportInfo; flags: ExportFlags },
  asking: AbortSignal,
): Promise<(trace: string, signal: AbortSignal) => Promise<XlsFile>> {
  const prepared = await prepareReport(deps, { ...info, limit: info.limit ?? mostRows }, user)
  const { marks, bases } = prepared
  const columns = await namedColumns(deps, prepared, user, asking)
  const chosen = chosenColumns(withBaseColumns({ columns, bases }), info.columns, flags)
  const topKey = info.top ? `d${info.top.dim}` : null
  const notes = dataNotes(deps, info, await dataMarks(deps, user, info, prepared))
  const plan = { name, columns, marks, bases, topKey, chosen, flags, notes }
  return (trace, signal) =>
    writeRows(deps, { prepared, scope: user }, { ...plan, trace, signal }, info.limit === undefined)
}

/** Deletes the file after it was sent, or when the client disconnects. */
export function sheetReply(file: XlsFile, fileName: string, signal: AbortSignal): BlobReply {
  const body = createReadStream(file.path)
  body.once('close', () => void file.dispose())
  // Nobody consumes the stream after a disconnect: the stream and its file would stay open.
  if (signal.aborted) body.destroy()
  signal.addEventListener('abort', () => body.destroy(), { once: true })
  return { fileName, contentType: 'application/vnd.ms-excel', body }
}

/** Without its own limit the report is exported whole or not at all. */
async function writeRows(
  deps: Deps,
  { prepared, scope }: { prepared: Prepared; scope: RowScope },
  plan: SheetPlan,
  isCutRefused: boolean,
): Promise<XlsFile> {
  const answer = await runAnswer(
    deps,
    { ...prepared, limit: Math.min(prepared.limit, mostRows) },
    scope,
    plan.signal,
  )
  try {
    const { total, rows } = await answer.begin(isCutRefused)
    return await writeSheet(deps, plan, { total, chunks: rows })
  } finally {
    // When the writer refuses or fails, the statement ends, too.
    await answer.end()
  }
}

function auditDetail(name: string, { reportId, info, pivot }: ExportRequest, flags: ExportFlags) {
  const { dims, points, dateRange, filters = [] } = info
  return {
    name,
    reportId: reportId ?? null,
    dims,
    points,
    dateRange: dateRange ?? null,
    filters: filters.length,
    ...(pivot && { pivot: info.pivot ?? null }),
    ...flags,
  }
}
