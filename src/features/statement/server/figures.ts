// The figures of a report: compiled, run, and written in the wire format.

import type { GoneThing } from '#semantic/model/gone.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { readableSql } from '#semantic/sql/readable.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { breathe } from '#server/limits/breath.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { noteTrace } from '#features/trace/server/index.ts'
import type { ReportTable } from '../contract.ts'
import { type Answered, type MadeRows, runCached } from './cache/running.ts'
import { type Prepared, prepareReport, prepareTolerantly, sumsTold, updateTimeOf } from './compiling.ts'
import { bothIncluded, dataMarks } from './dataMarks.ts'
import { readBases, readMarks } from './marks.ts'
import { findReport, seenReports } from './reports.ts'
import { splitTotal, tableText } from './resultText.ts'
import { namedColumns, namesIn } from './valueNames.ts'

export interface Question {
  /** A saved report visible to the caller; `info` replaces its definition. */
  reportId?: number | undefined
  info: ReportInfo
  fresh?: boolean | undefined
  tolerant?: boolean | undefined
}

interface ScopedQuestion {
  info: ReportInfo
  /** The scope of all reads. */
  scope: RowScope
  /** Bypasses the cache. */
  fresh?: boolean | undefined
  /** Leaves out deleted definitions, and lists them. */
  tolerant?: boolean | undefined
}

/** The figures with everything known about them; the caller fills in `sql` and `trace`. */
export interface Figures {
  head: Omit<ReportTable, 'data'>
  chunks: ColumnChunk[]
  prepared: Prepared
}

/** The table as JSON text, in pieces. */
export async function readFigures(
  deps: Deps,
  user: SessionUser,
  { reportId, info, fresh, tolerant }: Question,
  signal: AbortSignal,
): Promise<Iterable<string>> {
  const saved = reportId === undefined ? null : await findReport(deps.metadata.db, user, reportId)
  const { head, chunks, prepared } = await figuresInScope(
    deps,
    { info, scope: user, fresh, tolerant },
    signal,
  )
  const trace = await noteTrace(deps, {
    kind: 'view',
    userId: user.id,
    detail: {
      reportId: reportId ?? null,
      viewId: saved?.view.id ?? null,
      reportName: saved?.report.reportName ?? '',
      info,
    },
  })
  return tableText(
    {
      ...head,
      ...(await dataMarks(deps, user, info, prepared)),
      trace,
      sql: sqlFor(user, prepared),
    },
    chunks,
  )
}

/** A report's figures within a scope, whoever they are shown to. */
export async function figuresInScope(
  deps: Deps,
  { info, scope, fresh, tolerant = false }: ScopedQuestion,
  signal: AbortSignal,
): Promise<Figures> {
  const started = performance.now()
  const prepared = tolerant
    ? await prepareTolerantly(deps, info, scope)
    : { ...(await prepareReport(deps, info, scope)), gone: [] }
  const result = await runCached(
    deps,
    prepared,
    scope,
    { fresh, made: await rowsMade(deps, prepared, scope) },
    signal,
  )
  const { head, chunks } = await namedFigures(deps, prepared, { result, gone: prepared.gone, scope }, signal)
  if (result.cached) head.elapsedMs = Math.round((performance.now() - started) * 10) / 10
  return { head, chunks, prepared }
}

/** What makes the rows that the statement does not have; undefined where it has them. */
export async function rowsMade(
  deps: Deps,
  prepared: Prepared,
  scope: RowScope,
): Promise<((signal: AbortSignal) => Promise<MadeRows>) | undefined> {
  const { change } = prepared
  if (change === undefined) return undefined
  const { readChangeReport } = await import('./changes/reading.ts')
  return (signal) => readChangeReport(deps, { ...prepared, change }, scope, signal)
}

interface Ran {
  result: Answered
  gone: GoneThing[]
  /** The scope of the read. */
  scope: RowScope
}

/** The result as a table, with labels from the dimension tables' name columns. */
export async function namedFigures(
  deps: Deps,
  prepared: Prepared,
  { result, gone, scope }: Ran,
  signal: AbortSignal,
): Promise<Pick<Figures, 'head' | 'chunks'>> {
  const columns = await namedColumns(deps, prepared, scope, signal)
  const { head, chunks } = figuresOf({ ...prepared, columns }, result, gone)
  return { head: { ...head, columns: await namesIn(columns, chunks) }, chunks }
}

function figuresOf(
  prepared: Prepared,
  result: Answered,
  gone: GoneThing[],
): Pick<Figures, 'head' | 'chunks'> {
  const { total, chunks } = partTotal(result.chunks, prepared)
  const head: Figures['head'] = {
    columns: prepared.columns,
    rowCount: chunks.reduce((count, chunk) => count + chunk.rowCount, 0),
    truncated: result.truncated,
    summary: total?.slice(0, prepared.columns.length) ?? null,
    range: bothIncluded(prepared.range),
    sql: '',
    elapsedMs: result.elapsedMs,
    cached: result.cached,
    computedAt: result.computedAt,
    updateTime: updateTimeOf(prepared.model, prepared.tables),
    ...sumsTold(prepared.model, result.sums),
    ...readMarks(prepared, chunks),
    unfinishedFrom: prepared.unfinishedFrom,
    comparedRange: bothIncluded(prepared.comparedRange),
    baseRange: bothIncluded(prepared.baseRange),
    bases: readBases(prepared, total, chunks),
    gone,
    trace: '',
  }
  return { head, chunks }
}

function partTotal(chunks: ColumnChunk[], { summaryFirst }: Prepared) {
  const [first, ...others] = chunks
  if (!summaryFirst || !first || first.rowCount === 0) return { total: null, chunks }
  const { total, rest } = splitTotal(first)
  return { total, chunks: [rest, ...others] }
}

/** The statement, for users who may see it; empty for others. */
const sqlFor = (user: SessionUser, { sql, params }: Pick<Prepared, 'sql' | 'params'>): string =>
  maySeeSql(user) ? readableSql(sql, params) : ''

/** Users who may see SQL may also see the rows behind a figure, within their scope. */
export const maySeeSql = ({ authorityInfo }: Pick<SessionUser, 'authorityInfo'>): boolean =>
  holdsPermission(authorityInfo, 'search_config') || holdsPermission(authorityInfo, 'search_sqlQuery')

/** For each report visible to the caller; null where its definition no longer compiles. */
export async function readUpdateTimes(
  deps: Deps,
  user: SessionUser,
  reportIds: readonly number[],
): Promise<{ reportId: number; updateTime: string | null }[]> {
  const times: { reportId: number; updateTime: string | null }[] = []
  for (const { id, info } of await seenReports(deps.metadata, user, reportIds)) {
    times.push({ reportId: id, updateTime: await updateTimeFor(deps, user, info) })
    // Compiling two hundred of them takes a quarter of a second.
    await breathe()
  }
  return times
}

async function updateTimeFor(deps: Deps, user: SessionUser, info: ReportInfo): Promise<string | null> {
  try {
    const { model, tables } = await prepareReport(deps, info, user)
    return updateTimeOf(model, tables)
  } catch {
    return null
  }
}
