// The figures of a report: compile, run, and the result as it travels.
import type { ReportInfo } from '../../../semantic/model/types.ts'
import { readableSql } from '../../../semantic/sql/readable.ts'
import type { Deps } from '../../../server/deps.ts'
import type { SessionUser } from '../../../server/http/session.ts'
import type { ColumnChunk } from '../../../server/warehouse/types.ts'
import { holdsPermission } from '../../../shared/permissions.ts'
import type { ReportTable } from '../contract.ts'
import { callerOf } from './access.ts'
import { type Prepared, prepareReport, updateTimeOf } from './compiling.ts'
import { findReport, seenReports } from './reports.ts'
import { splitTotal, tableText } from './resultText.ts'

export interface Question {
  /** A saved report, which the caller must be able to see; `info` stands for its definition. */
  reportId?: number | undefined
  info: ReportInfo
}

const dayMs = 86_400_000

/** JSON text of the table, in pieces. */
export async function readFigures(
  deps: Deps,
  user: SessionUser,
  { reportId, info }: Question,
  signal: AbortSignal,
): Promise<Iterable<string>> {
  if (reportId !== undefined) await findReport(deps.metadata.db, callerOf(user), reportId)
  const prepared = await prepareReport(deps, info, user.games)
  const { sql, params, limit, summaryFirst } = prepared
  const totalRows = summaryFirst ? 1 : 0
  const result = await deps.warehouse.run({ sql, params, pool: 'report', limit: limit + totalRows, signal })
  const { summary, chunks } = partTotal(result.chunks, summaryFirst)
  return tableText(
    {
      columns: prepared.columns,
      rowCount: chunks.reduce((count, chunk) => count + chunk.rowCount, 0),
      truncated: result.truncated,
      summary,
      range: rangeOf(prepared),
      sql: maySeeSql(user) ? readableSql(sql, params) : '',
      elapsedMs: result.elapsedMs,
      cached: false,
      computedAt: new Date().toISOString(),
      updateTime: updateTimeOf(prepared.model, prepared.tables),
      levels: null,
      others: null,
      unfinishedFrom: prepared.unfinishedFrom,
      comparedRange: null,
      gone: [],
      trace: '',
    },
    chunks,
  )
}

function partTotal(chunks: ColumnChunk[], summaryFirst: boolean) {
  const [first, ...others] = chunks
  if (!summaryFirst || !first || first.rowCount === 0) return { summary: null, chunks }
  const { total, rest } = splitTotal(first)
  return { summary: total, chunks: [rest, ...others] }
}

const maySeeSql = ({ authorityInfo }: SessionUser): boolean =>
  holdsPermission(authorityInfo, 'search_config') || holdsPermission(authorityInfo, 'search_sqlQuery')

/** The compile's range ends before `until`; readers are told its last day. */
function rangeOf({ range }: Pick<Prepared, 'range'>): ReportTable['range'] {
  if (!range) return null
  return { from: range.from, to: new Date(Date.parse(range.until) - dayMs).toISOString().slice(0, 10) }
}

/** For each report that the caller may see; null where its definition no longer compiles. */
export async function readUpdateTimes(
  deps: Deps,
  user: SessionUser,
  reportIds: readonly number[],
): Promise<{ reportId: number; updateTime: string | null }[]> {
  const reports = await seenReports(deps.metadata, callerOf(user), reportIds)
  return Promise.all(
    reports.map(async ({ id, info }) => ({
      reportId: id,
      updateTime: await updateTimeFor(deps, user, info),
    })),
  )
}

async function updateTimeFor(deps: Deps, user: SessionUser, info: ReportInfo): Promise<string | null> {
  try {
    const { model, tables } = await prepareReport(deps, info, user.games)
    return updateTimeOf(model, tables)
  } catch {
    return null
  }
}
