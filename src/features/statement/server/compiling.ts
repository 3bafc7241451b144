// Compiles a report's definition within the caller's scope and the installation's calendar.

import { compileReport, ReportProblem, withOwnFormulas } from '#semantic/compile.ts'
import type { GoneThing } from '#semantic/model/gone.ts'
import { withFormulasInIds } from '#semantic/model/ownFormulas.ts'
import { referencedIds } from '#semantic/model/references.ts'
import { allRows, type RowScope, scopeKey } from '#semantic/model/rowScope.ts'
import type { CompileContext, CompiledReport, Model, ReportInfo } from '#semantic/model/types.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import type { SumsNote } from '#server/warehouse/sums/types.ts'
import { lastNames, readModel } from '#features/config/server/index.ts'
import { valueNames } from '#features/dictionary/server/index.ts'
import type { ReportSumsNote } from '../contract.ts'
import { withoutGone } from './tolerant.ts'
import { columnNames, namedBy } from './valueNames.ts'

export interface Prepared extends CompiledReport {
  /** Includes the report's own formulas. */
  model: Model
}

const mostCompiled = 500
/** Longer definitions (lists of 50,000 values) are not cached: their texts would fill the memory. */
const longestKept = 20_000
const compiledOf = new WeakMap<Model, Map<string, CompiledReport>>()

/** Throws AppError report_invalid or formula_invalid. */
export async function prepareReport(deps: Deps, info: ReportInfo, scope: RowScope): Promise<Prepared> {
  const model = await readModel(deps)
  const context = await namingContext(deps, info, model, scope)
  return { ...compileOnce(info, model, context), model: withOwnFormulas(model, info) }
}

/** The values of a report's fixed rows, each with the dimensions it may belong to. */
function fixedValues({ dims, calculations = [] }: ReportInfo): [dim: number, value: string][] {
  const values = calculations.flatMap(({ base }) =>
    base && typeof base === 'object' && base.value !== null ? [String(base.value)] : [],
  )
  return values.flatMap((value) => dims.map((dim): [number, string] => [dim, value]))
}

/** Columns against a value's row are titled by its label. */
async function namingContext(
  deps: Deps,
  info: ReportInfo,
  model: Model,
  scope: RowScope,
): Promise<CompileContext> {
  const context = contextFor(deps, scope)
  const values = fixedValues(info)
  if (values.length === 0) return context
  const { games } = scope
  const listed = await valueNames(deps.metadata.db, model.dimensions, { values, games })
  const { signal } = new AbortController()
  const inColumns = await columnNames(deps, model, info.dims, scope, signal)
  return { ...context, nameOf: namedBy(listed, inColumns) }
}

/**
 * Like prepareReport, without deleted definitions; `info` is what remains. Throws where nothing remains, or
 * where everything exists but is wrong.
 */
export async function prepareTolerantly(
  deps: Deps,
  info: ReportInfo,
  scope: RowScope,
): Promise<Prepared & { info: ReportInfo; gone: GoneThing[] }> {
  try {
    return { ...(await prepareReport(deps, info, scope)), info, gone: [] }
  } catch (error) {
    if (!(error instanceof ReportProblem)) throw error
    const model = await readModel(deps)
    const context = contextFor(deps, scope)
    const names = await lastNames(deps.metadata.db, model, referencedIds({ ...info, formulas: [] }))
    const left = withoutGone(info, model, (part) => compileReport(part, model, context), names)
    if (left.gone.length === 0) throw error
    const naming = await namingContext(deps, left.info, model, scope)
    return { ...compileOnce(left.info, model, naming), model: withOwnFormulas(model, info), ...left }
  }
}

/**
 * Equal questions over equal definitions share a statement for up to a minute, because days end at whole
 * minutes.
 */
function compileOnce(info: ReportInfo, model: Model, context: CompileContext): CompiledReport {
  const { zone, cutoffHour, now, nameOf } = context
  const minute = Math.floor(now.getTime() / 60_000)
  const names = nameOf && fixedValues(info).map(([dim, value]) => nameOf(value, dim))
  const key = JSON.stringify([info, scopeKey(context), zone, cutoffHour, minute, names])
  const known = compiledOf.get(model) ?? new Map<string, CompiledReport>()
  const found = known.get(key)
  if (found) return found
  const compiled = compileReport(info, model, context)
  if (known.size >= mostCompiled) known.clear()
  if (key.length <= longestKept) known.set(key, compiled)
  compiledOf.set(model, known)
  return compiled
}

/** When the least recently published table was published; null when unknown. */
export function updateTimeOf({ tables }: Model, names: readonly string[]): string | null {
  const times = tables.filter((table) => names.includes(table.name)).map((table) => table.updatedAt)
  return times.length > 0 ? times.reduce((oldest, time) => (time < oldest ? time : oldest)) : null
}

/** Which kept sums the figures were read from, in readers' words; empty without any. */
export function sumsTold(
  { pointTables }: Model,
  notes: readonly SumsNote[] = [],
): { sums?: ReportSumsNote[] } {
  if (notes.length === 0) return {}
  const titleOf = (table: string) =>
    pointTables.find(({ table_truename: name }) => name.toLowerCase() === table.toLowerCase())?.name ?? table
  return { sums: notes.map(({ table, version, rows }) => ({ title: titleOf(table), version, rows })) }
}

/**
 * The stored form. Throws like prepareReport; checked without row limits, because a definition serves all its
 * readers.
 */
export async function checkInfo(deps: Deps, info: ReportInfo): Promise<ReportInfo> {
  const { model } = await prepareReport(deps, info, allRows)
  return withFormulasInIds(info, model)
}
