// A report's definition → a statement, in the caller's sight and the installation's calendar.

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
  /** As the report sees it: with its own formulas. */
  model: Model
}

const mostCompiled = 500
/** Longer ones (lists of 50,000 values) are compiled anew: their texts would fill the memory. */
const longestKept = 20_000
const compiledOf = new WeakMap<Model, Map<string, CompiledReport>>()

/** Throws AppError report_invalid or formula_invalid. */
export async function prepareReport(deps: Deps, info: ReportInfo, scope: RowScope): Promise<Prepared> {
  const model = await readModel(deps)
  const context = await namingContext(deps, info, model, scope)
  return { ...compileOnce(info, model, context), model: withOwnFormulas(model, info) }
}

/** The values of a report's fixed rows, each with the dimensions that it may be one of. */
function fixedValues({ dims, calculations = [] }: ReportInfo): [dim: number, value: string][] {
  const values = calculations.flatMap(({ base }) =>
    base && typeof base === 'object' && base.value !== null ? [String(base.value)] : [],
  )
  return values.flatMap((value) => dims.map((dim): [number, string] => [dim, value]))
}

/** Columns that are set against a row of a value are titled by its name. */
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

/** As prepareReport, without what is gone; `info` is what is left. Throws where nothing is, or all is there and wrong. */
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

/** The same question over the same definitions gives the same statement, within a minute: days end on whole ones. */
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

/** When the oldest of the tables was last published; null when none is known. */
export function updateTimeOf({ tables }: Model, names: readonly string[]): string | null {
  const times = tables.filter((table) => names.includes(table.name)).map((table) => table.updatedAt)
  return times.length > 0 ? times.reduce((oldest, time) => (time < oldest ? time : oldest)) : null
}

/** Which kept sums figures were read from, in the words of those who read reports; nothing where none were. */
export function sumsTold(
  { pointTables }: Model,
  notes: readonly SumsNote[] = [],
): { sums?: ReportSumsNote[] } {
  if (notes.length === 0) return {}
  const titleOf = (table: string) =>
    pointTables.find(({ table_truename: name }) => name.toLowerCase() === table.toLowerCase())?.name ?? table
  return { sums: notes.map(({ table, version, rows }) => ({ title: titleOf(table), version, rows })) }
}

/** As it is kept. Throws as prepareReport does; every row counts, as a definition is for all who may read it. */
export async function checkInfo(deps: Deps, info: ReportInfo): Promise<ReportInfo> {
  const { model } = await prepareReport(deps, info, allRows)
  return withFormulasInIds(info, model)
}
