// A report's own formulas: errors while typing, what they can join, the last days of one.

import { type Problem, ReportProblem } from '#semantic/compile.ts'
import { compileLastDays, daysOfRows } from '#semantic/lastDays.ts'
import type { OwnFormula } from '#semantic/model/types.ts'
import { checkOwnFormulas, type OwnFormulaCheck } from '#semantic/plan/questions/ownChecks.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { Cell, CheckedFormulas } from '../contract.ts'
import { runCached } from './cache/running.ts'

export interface FormulasAsked {
  dims: number[]
  formulas: OwnFormula[]
  tried?: number | undefined
}

export async function readOwnFormulas(
  deps: Deps,
  user: SessionUser,
  { dims, formulas, tried }: FormulasAsked,
  signal: AbortSignal,
): Promise<CheckedFormulas> {
  const model = await readModel(deps)
  const known = new Set(model.dimensions.map(({ id }) => id))
  const checked = checkOwnFormulas({ dims: dims.filter((id) => known.has(id)), formulas }, model, user)
  const named = new Map(formulas.map(({ id, name }) => [id, name]))
  const shown = ({ id, problems, ...rest }: OwnFormulaCheck): CheckedFormulas['formulas'][number] => ({
    id,
    ...rest,
    pinyin: pinyinOf(named.get(id) ?? ''),
    problems: problems.map(placed),
  })
  const answer: CheckedFormulas = { formulas: checked.map(shown), days: [], total: null, trouble: '' }
  const asked = checked.find(({ id }) => id === tried)
  if (!asked || asked.problems.some(({ field }) => field === 'formula')) return answer
  // Names may still be invalid while the user types, so valid ones replace them.
  const unnamed = formulas.map((own) => ({ ...own, name: nameFor(own, checked) }))
  const compiled = compileLastDays(asked.id, model, contextFor(deps, user), { formulas: unnamed })
  if (compiled instanceof ReportProblem) return { ...answer, trouble: compiled.message }
  try {
    const { chunks } = await runCached(deps, compiled, user, {}, signal)
    const rows = chunks.flatMap(({ rowCount, columns }) => {
      const cells = columns.map((column) => JSON.parse(column) as Cell[])
      return Array.from({ length: rowCount }, (_, row) => cells.map((column) => column[row] ?? null))
    })
    return { ...answer, ...daysOfRows(compiled, rows) }
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return { ...answer, trouble: error.message }
  }
}

const nameFor = ({ id, name }: OwnFormula, checked: readonly OwnFormulaCheck[]): string =>
  checked.some((one) => one.id === id && one.problems.some(({ field }) => field === 'name'))
    ? `新公式 ${-id}`
    : name

const placed = ({ field, message, position = undefined }: Problem) => ({
  field: field === 'name' ? ('name' as const) : ('formula' as const),
  message,
  position: position ?? null,
})
