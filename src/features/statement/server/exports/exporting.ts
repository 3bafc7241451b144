// A report as an .xls: the whole range that is asked, past the screen's limit, in a file of its own.
import { createReadStream } from 'node:fs'
import type { Deps } from '../../../../server/deps.ts'
import { exportFileName } from '../../../../server/files/exportName.ts'
import type { XlsFile } from '../../../../server/files/xls.ts'
import type { BlobReply } from '../../../../server/http/reply.ts'
import type { SessionUser } from '../../../../server/http/session.ts'
import { writeAudit } from '../../../../server/metadata/audit.ts'
import { streamChunks } from '../../../../server/warehouse/chunkStream.ts'
import type { ColumnChunk, RunResult } from '../../../../server/warehouse/types.ts'
import { noteTrace } from '../../../trace/server/index.ts'
import { callerOf } from '../access.ts'
import { type Prepared, prepareReport } from '../compiling.ts'
import type { Question } from '../figures.ts'
import { findReport } from '../reports.ts'
import { splitTotal } from '../resultText.ts'
import { cleanName } from '../texts.ts'
import { heavyTurns } from '../turns.ts'
import { chosenColumns, type ExportFlags } from './columns.ts'
import { mostRows, type SheetPlan, tooLarge, writeSheet } from './sheet.ts'

export interface ExportRequest extends Question {
  reportName?: string | undefined
}

const timeoutMs = 170_000

export async function exportReport(
  deps: Deps,
  user: SessionUser,
  request: ExportRequest,
  flags: ExportFlags,
  signal: AbortSignal,
): Promise<BlobReply> {
  const { db } = deps.metadata
  const { info, reportId } = request
  const saved = reportId === undefined ? null : await findReport(db, callerOf(user), reportId)
  const name = request.reportName ? cleanName(request.reportName) : (saved?.report.reportName ?? '报表')
  const prepared = await prepareReport(deps, { ...info, limit: info.limit ?? mostRows }, user.games)
  const chosen = chosenColumns(prepared.columns, info.columns, flags)
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
  const { columns, marks } = prepared
  const topKey = info.top ? `d${info.top.dim}` : null
  const plan = { name, columns, marks, topKey, chosen, flags, trace, signal }
  const file = await heavyTurns.take(signal, () => writeRows(deps, prepared, plan, info.limit === undefined))
  return sheetReply(file, exportFileName(name, new Date(), deps.settings.zone, 'xls'), signal)
}

/** The file goes away when it has been read, or its reader has gone. */
export function sheetReply(file: XlsFile, fileName: string, signal: AbortSignal): BlobReply {
  const body = createReadStream(file.path)
  body.once('close', () => void file.dispose())
  // Nobody reads a stream whose caller has gone: it would stay open, and the file with it.
  if (signal.aborted) body.destroy()
  signal.addEventListener('abort', () => body.destroy(), { once: true })
  return { fileName, contentType: 'application/vnd.ms-excel', body }
}

/** Without a limit of its own the report is exported whole or not at all. */
async function writeRows(
  deps: Deps,
  prepared: Prepared,
  plan: SheetPlan,
  isCutRefused: boolean,
): Promise<XlsFile> {
  const { sql, params, summaryFirst } = prepared
  const limit = Math.min(prepared.limit, mostRows) + (summaryFirst ? 1 : 0)
  const chunks = streamChunks(plan.signal, (signal, onChunk) =>
    deps.warehouse.run({ sql, params, pool: 'report', limit, timeoutMs, signal, onChunk }),
  )
  try {
    const first = await chunks.next()
    const opening = first.done || first.value.rowCount === 0 ? null : first.value
    const { total, rest } = summaryFirst && opening ? splitTotal(opening) : { total: null, rest: opening }
    return await writeSheet(deps, plan, { total, chunks: rowsOf(rest, chunks, isCutRefused) })
  } finally {
    // Where the writer refused or broke off, the statement ends too.
    await chunks.return(undefined as never)
  }
}

async function* rowsOf(
  first: ColumnChunk | null,
  chunks: AsyncGenerator<ColumnChunk, RunResult>,
  isCutRefused: boolean,
): AsyncGenerator<ColumnChunk> {
  if (first) yield first
  for (let next = await chunks.next(); ; next = await chunks.next()) {
    if (next.done) {
      if (next.value?.truncated && isCutRefused) throw tooLarge()
      return
    }
    yield next.value
  }
}

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
