// Checks an edited definition: its problems with positions, its SQL, sample rows and figures.

import { compileBalanceCheck } from '#semantic/balanceCheck.ts'
import {
  compileValues,
  joinWarnings,
  type Problem,
  pointTableWarnings,
  pointWarnings,
  ReportProblem,
} from '#semantic/compile.ts'
import { compileLastDays, daysOfRows } from '#semantic/lastDays.ts'
import type { Dimension, DimensionTable, Model, PointTable } from '#semantic/model/types.ts'
import { readableSql } from '#semantic/sql/readable.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import { nameKey } from '#server/objects/texts.ts'
import type { Caller, ObjectKind } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type {
  Cell,
  CheckedDimension,
  CheckedPoint,
  CheckedTable,
  DefinitionProblem,
  DimensionChange,
  DimensionTableChange,
  PointChange,
  PointTableChange,
} from '#features/config/contract.ts'
import { assertMayDefineTables, assertNotOwnRule, kindsOf, type Stored, spoken } from '../objectKinds.ts'
import type { Changes, Definitions } from '../saving/drafts.ts'
import { modelWith } from '../saving/problems.ts'
import { rowOf } from '../saving/rows.ts'
import { definitionProblems } from '../saving/save.ts'
import { draftOf, readKnown } from './context.ts'
import { rowsOf, troubleOf } from './running.ts'
import { sampleOfPoint, sampleOfTable } from './sample.ts'

type TypedKind = 'dimension' | 'point' | 'dimensionTable' | 'pointTable'

interface Typed<Kind extends TypedKind> {
  problems: DefinitionProblem[]
  /** Null where its texts can't be parsed. */
  draft: Definitions[Kind] | null
  /** The model with the draft. */
  model: Model
}

async function readTyped<Kind extends TypedKind>(
  deps: Deps,
  kind: Kind,
  change: Changes[Kind],
): Promise<Typed<Kind>> {
  const known = await readKnown(deps, kind, change)
  try {
    const draft = await draftOf(deps, kind, change, known)
    const model = modelWith(known.model, kind, draft)
    const problems = [
      ...takenProblems(kind, draft, known.model),
      ...(await definitionProblems(kind, draft, known)),
    ]
    return { problems: problems.map(placed), draft, model }
  } catch (error) {
    // While the name is empty, the other problems are reported without it.
    const fields = fieldsOf(error)
    if (!fields) throw error
    const named = { ...change, name: change.name?.trim() || '（未命名）' }
    const draft = await draftOf(deps, kind, named as Changes[Kind], known).catch(() => null)
    const own = Object.entries(fields).map(([field, message]) => ({ field, message, position: null }))
    const others = draft ? (await definitionProblems(kind, draft, known)).map(placed) : []
    return { problems: [...own, ...others], draft, model: known.model }
  }
}

const parts = {
  dimension: 'dimensions',
  point: 'points',
  dimensionTable: 'dimensionTables',
  pointTable: 'pointTables',
} as const

/** The save itself claims the name; while it is typed, it is compared. */
function takenProblems<Kind extends TypedKind>(
  kind: Kind,
  draft: Definitions[Kind],
  model: Model,
): Problem[] {
  const { names, taken } = kindsOf()[kind] as ObjectKind<Stored[Kind]>
  const claims = (one: Definitions[Kind]) =>
    names?.({ ...rowOf[kind](one), id: one.id } as unknown as Stored[Kind]).map(
      ({ scope, name }) => `${scope} ${nameKey(name)}`,
    ) ?? []
  const wanted = new Set(claims(draft))
  const key = nameKey(spoken(draft.name))
  const others = model[parts[kind]] as unknown as readonly Definitions[Kind][]
  const isTaken = others.some(
    (one) =>
      one.id !== draft.id &&
      nameKey(spoken(one.name)) === key &&
      claims(one).some((claim) => wanted.has(claim)),
  )
  return isTaken ? [{ field: taken.field, message: taken.message }] : []
}

const placed = ({ field, message, position = undefined }: Problem): DefinitionProblem => ({
  field,
  message,
  position: position ?? null,
})

function fieldsOf(error: unknown): Record<string, string> | null {
  if (!(error instanceof AppError) || error.code !== 'parameter_wrong') return null
  return (error.data as { fields?: Record<string, string> } | null)?.fields ?? null
}

interface Wish {
  figures?: boolean | undefined
}

export async function checkPoint(
  deps: Deps,
  caller: Caller,
  { point: change, figures = true }: Wish & { point: PointChange },
  signal: AbortSignal,
): Promise<CheckedPoint> {
  const { problems, draft, model } = await readTyped(deps, 'point', change)
  const warnings = draft ? pointWarnings(draft, model) : []
  const checked: CheckedPoint = {
    problems,
    warnings,
    sample: null,
    trouble: '',
    sql: '',
    days: [],
    total: null,
  }
  if (problems.length > 0 || !draft) return checked
  const context = contextFor(deps, caller)
  const compiled = compileLastDays(draft.id, model, context)
  if (compiled instanceof ReportProblem) {
    checked.problems.push(placed({ field: 'name_sql', message: compiled.message }))
    return checked
  }
  checked.sql = readableSql(compiled.sql, compiled.params)
  if (!figures) return checked
  checked.trouble = await troubleOf(signal, async () => {
    checked.sample = await sampleOfPoint(deps, model, context, draft.id, signal)
    const balance = compileBalanceCheck(draft.id, model, context)
    const unclear = balance?.problemOf(await rowsOf(deps, balance.statement, 1, signal)) ?? null
    if (unclear !== null) {
      checked.problems.push(placed({ field: 'table_id', message: unclear }))
      return
    }
    const { days, total } = daysOfRows(compiled, await rowsOf(deps, compiled, 20, signal))
    Object.assign(checked, { days, total })
  })
  return checked
}

function compiled<Result>(work: () => Result): Result | ReportProblem {
  try {
    return work()
  } catch (error) {
    if (error instanceof ReportProblem) return error
    throw error
  }
}

const shownValues = 20

export async function checkDimension(
  deps: Deps,
  caller: Caller,
  { dimension: change, figures = true }: Wish & { dimension: DimensionChange },
  signal: AbortSignal,
): Promise<CheckedDimension> {
  // The edited definition would decide which rows its author sees.
  assertNotOwnRule(caller, change.id)
  const { problems, draft, model } = await readTyped(deps, 'dimension', change)
  const checked: CheckedDimension = { problems, warnings: [], sample: null, trouble: '', sql: '', values: [] }
  if (problems.length > 0 || !draft) return checked
  const context = contextFor(deps, caller)
  const request = { dimensionId: draft.id, limit: shownValues }
  const values = compiled(() => compileValues(request, model, context))
  if (values instanceof ReportProblem) {
    checked.problems.push(placed({ field: 'info.expression', message: values.message }))
    return checked
  }
  checked.sql = readableSql(values.sql, values.params)
  if (!figures) return checked
  checked.trouble = await troubleOf(signal, async () => {
    const table = tableOf(draft, model, values.tables)
    if (table) checked.sample = await sampleOfTable(deps, model, context, table, signal)
    const rows = await rowsOf(deps, values, shownValues, signal)
    checked.values = rows.map(([value, label]) => ({ value: asText(value), label: asText(label) }))
  })
  return checked
}

const asText = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined ? null : String(cell)

/** The dimension's table, else the first fact with its columns. */
function tableOf({ table_id }: Dimension, model: Model, read: readonly string[]) {
  if (table_id !== null) return model.dimensionTables.find(({ id }) => id === table_id)
  return model.pointTables.find(({ table_truename }) =>
    read.some((name) => name.toLowerCase() === table_truename.toLowerCase()),
  )
}

export const checkDimensionTable = (
  deps: Deps,
  caller: Caller,
  { dimensionTable, figures }: Wish & { dimensionTable: DimensionTableChange },
  signal: AbortSignal,
): Promise<CheckedTable> => checkTable(deps, caller, 'dimensionTable', dimensionTable, figures, signal)

export const checkPointTable = (
  deps: Deps,
  caller: Caller,
  { pointTable, figures }: Wish & { pointTable: PointTableChange },
  signal: AbortSignal,
): Promise<CheckedTable> => checkTable(deps, caller, 'pointTable', pointTable, figures, signal)

async function checkTable<Kind extends 'dimensionTable' | 'pointTable'>(
  deps: Deps,
  caller: Caller,
  kind: Kind,
  change: Changes[Kind],
  figures = true,
  signal: AbortSignal,
): Promise<CheckedTable> {
  // Its rows are limited by the game column being edited.
  assertMayDefineTables(caller)
  const { problems, draft, model } = await readTyped(deps, kind, change)
  const warnings =
    draft === null
      ? []
      : kind === 'pointTable'
        ? pointTableWarnings(draft as PointTable, model, deps.settings.cutoffHour)
        : joinWarnings(draft as DimensionTable, model)
  const checked: CheckedTable = { problems, warnings, sample: null, trouble: '' }
  if (problems.length > 0 || !draft || !figures) return checked
  checked.trouble = await troubleOf(signal, async () => {
    const context = contextFor(deps, caller)
    checked.sample = await sampleOfTable(deps, model, context, draft, signal)
  })
  return checked
}
