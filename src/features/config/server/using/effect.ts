// The effect of an unsaved change: reports whose SQL would change or break, and one report's figures before
// and after.

import { compileReport, ReportProblem } from '#semantic/compile.ts'
import { keptLookup } from '#semantic/model/lookup.ts'
import { allRows } from '#semantic/model/rowScope.ts'
import type { CompileContext, CompiledReport, Model, ReportInfo } from '#semantic/model/types.ts'
import { fartherFrom } from '#semantic/model/ways.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { Cell, ChangeEffect, EffectExample } from '#features/config/contract.ts'
import { draftOf, readKnown } from '../checking/context.ts'
import { rowsOf, troubleOf } from '../checking/running.ts'
import { assertMayDefineTables, assertNotOwnRule } from '../objectKinds.ts'
import { brokenBy } from '../saving/broken.ts'
import type { Changes } from '../saving/drafts.ts'
import { modelWith, problemsOf, refuseProblems } from '../saving/problems.ts'
import { reportsNaming, type UsingReport } from './reports.ts'
import { reachOf } from './uses.ts'

type ChangedKind = 'dimension' | 'point' | 'dimensionTable' | 'pointTable'
const changedKinds = ['dimension', 'point', 'dimensionTable', 'pointTable'] as const

export type EffectRequest = { [Kind in ChangedKind]?: Changes[Kind] | undefined } & {
  example?: boolean | undefined
  reportId?: number | undefined
}

/** Each is compiled twice. */
const mostRead = 400
const shownRows = 8

interface Models {
  before: Model
  after: Model
}

export async function changeEffect(
  deps: Deps,
  caller: Caller,
  request: EffectRequest,
  signal: AbortSignal,
): Promise<ChangeEffect> {
  if (request.pointTable || request.dimensionTable) assertMayDefineTables(caller)
  assertNotOwnRule(caller, request.dimension?.id)
  const { kind, id, before, after } = await readChange(deps, request)
  const none: ChangeEffect = {
    reports: [],
    hidden: { changes: 0, breaks: 0 },
    unread: 0,
    broken: [],
    example: null,
  }
  // Nothing depends on a new definition.
  if (id <= 0) return none
  const found = await brokenBy(kind, id, before, after)
  const broken = found.map(({ kind: of, id: brokenId, name, problem }) => ({
    kind: of,
    id: brokenId,
    name,
    problem,
  }))
  const using = await usingReports(deps, caller, kind, id, { before, after })
  const context = contextFor(deps, allRows)
  const read = using.slice(0, mostRead)
  const effect = { ...none, broken, unread: using.length - read.length }
  for (const report of read) {
    signal.throwIfAborted()
    const does = effectOn(report.info, { before, after }, context)
    if (does && report.isSeen) {
      const { id: reportId, reportName, viewMetaId, viewName } = report
      effect.reports.push({ id: reportId, reportName, viewMetaId, viewName, ...does })
    } else if (does && does.effect !== 'mends') effect.hidden[does.effect] += 1
    await breathe()
  }
  if (request.example !== false) {
    const chosen = exampleOf(using, effect, request.reportId)
    if (chosen) effect.example = await exampleFigures(deps, caller, chosen, { before, after }, signal)
  }
  return effect
}

/** Throws the problems of the change itself. */
async function readChange(deps: Deps, request: EffectRequest) {
  const given = changedKinds.filter((one) => request[one] !== undefined)
  const [kind] = given
  if (!kind || given.length > 1) throw new AppError('parameter_wrong', '请给出一个要修改的定义')
  const change = request[kind] as Changes[typeof kind]
  const known = await readKnown(deps, kind, change)
  const draft = await draftOf(deps, kind, change, known)
  const after = modelWith(known.model, kind, draft)
  refuseProblems(problemsOf(kind, draft, { ...known, model: after }))
  return { kind, id: draft.id, before: known.model, after }
}

/** Includes those that reach it by names known to only one of the two models. */
function usingReports(
  { metadata: { db } }: Deps,
  caller: Caller,
  kind: ChangedKind,
  id: number,
  { before, after }: Models,
): Promise<UsingReport[]> {
  const reaches = [before, after].map((model) => reachOf(model, kind, new Set([id])))
  const dims = new Set(reaches.flatMap((reach) => [...reach.dims.keys()]))
  const points = new Set(reaches.flatMap((reach) => [...reach.points.keys()]))
  if (kind === 'pointTable' || kind === 'dimensionTable') {
    const readers = tablesReading(before, kind, id)
    for (const { table_id, id: point } of before.points)
      if (table_id !== null && readers.has(table_id)) points.add(point)
  }
  return reportsNaming(db, caller, { dims, points })
}

/** Point tables: a changed join may affect everything read through it. */
function tablesReading(model: Model, kind: 'pointTable' | 'dimensionTable', id: number): Set<number> {
  if (kind === 'pointTable') return new Set([id])
  const { dimensionTables } = keptLookup(model)
  const readers = model.pointTables.filter(({ joins }) => fartherFrom(joins, dimensionTables).has(id))
  return new Set(readers.map((table) => table.id))
}

type Effect = Pick<ChangeEffect['reports'][number], 'effect' | 'problem'>

function effectOn(info: ReportInfo, { before, after }: Models, context: CompileContext): Effect | null {
  const [past, next] = [compiledBy(info, before, context), compiledBy(info, after, context)]
  if (typeof next === 'string') return typeof past === 'string' ? null : { effect: 'breaks', problem: next }
  if (typeof past === 'string') return { effect: 'mends', problem: '' }
  const isSame = past.sql === next.sql && JSON.stringify(past.params) === JSON.stringify(next.params)
  return isSame ? null : { effect: 'changes', problem: '' }
}

/** Why it does not compile, as text. */
function compiledBy(info: ReportInfo, model: Model, context: CompileContext): CompiledReport | string {
  try {
    return compileReport(info, model, context)
  } catch (error) {
    if (error instanceof ReportProblem) return error.message
    throw error
  }
}

/** The requested report; else the first whose figures change. */
function exampleOf(
  using: readonly UsingReport[],
  { reports }: Pick<ChangeEffect, 'reports'>,
  reportId: number | undefined,
): UsingReport | undefined {
  const wanted = reportId ?? reports.find(({ effect }) => effect === 'changes')?.id
  return using.find(({ id, isSeen }) => isSeen && id === wanted)
}

async function exampleFigures(
  deps: Deps,
  caller: Caller,
  { id, reportName, info }: UsingReport,
  { before, after }: Models,
  signal: AbortSignal,
): Promise<EffectExample> {
  const context = contextFor(deps, caller)
  const short: ReportInfo = { ...info, limit: shownRows }
  const [past, next] = [compiledBy(short, before, context), compiledBy(short, after, context)]
  const shown = typeof next === 'string' ? past : next
  const columns = typeof shown === 'string' ? [] : shown.columns
  const example: EffectExample = {
    reportId: id,
    reportName,
    columns: columns.map(({ key, title, kind, format, unit }) => ({ key, title, kind, format, unit })),
    rows: [],
    trouble: [past, next].find((side) => typeof side === 'string') ?? '',
  }
  const rowsBy = async (side: CompiledReport | string): Promise<Cell[][]> => {
    if (typeof side === 'string') return []
    const rows = await rowsOf(deps, side, shownRows + 1, signal)
    return rows.map((row) =>
      columns.map(({ key }) => row[side.columns.findIndex((one) => one.key === key)] ?? null),
    )
  }
  const trouble = await troubleOf(signal, async () => {
    const dims = columns.filter(({ kind }) => kind === 'dimension').length
    example.rows = paired(await rowsBy(past), await rowsBy(next), dims)
  })
  return trouble === '' ? example : { ...example, trouble }
}

/** Rows with equal dimensions are paired; the first row of each side is its total. */
function paired(past: Cell[][], next: Cell[][], dims: number): EffectExample['rows'] {
  const keyOf = (row: Cell[], place: number) => (place === 0 ? '' : JSON.stringify(row.slice(0, dims)))
  const left = new Map(past.map((row, place) => [keyOf(row, place), row]))
  const rows = next.map((row, place) => {
    const key = keyOf(row, place)
    const before = left.get(key) ?? null
    left.delete(key)
    return { before, after: row as Cell[] | null }
  })
  return [...rows, ...[...left.values()].map((before) => ({ before, after: null }))].slice(0, 2 * shownRows)
}
