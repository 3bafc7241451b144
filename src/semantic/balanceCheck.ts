// Checks whether a balance's key identifies its rows, while it is being defined. Separate from the reports'
// compile (compile.ts), which makes its statements fail on such rows.
import { emptyText } from '#shared/nothing.ts'
import { dialectOf } from './compile.ts'
import { keptDefinitions } from './model/definitions.ts'
import { keptLookup } from './model/lookup.ts'
import type { CompileContext, Model } from './model/types.ts'
import { sightOf } from './plan/asked/sight.ts'
import { seriesKey, unclearReason } from './plan/facts/balances.ts'
import { planFact } from './plan/facts/facts.ts'
import { factRequests } from './plan/facts/period.ts'
import { writeBalanceCheck } from './sql/balanceCheck.ts'
import type { Statement } from './sql/statement.ts'

interface BalanceCheck {
  statement: Statement
  /**
   * The problem from the statement's rows, each a key and moment with several rows; none for a sound
   * definition.
   */
  problemOf: (rows: readonly (string | number | boolean | null)[][]) => string | null
}

/** Null for points that are no balances. Throws ReportProblem. */
export function compileBalanceCheck(
  pointId: number,
  model: Model,
  context: CompileContext,
): BalanceCheck | null {
  const lookup = keptLookup(model)
  const point = lookup.points.get(pointId)
  if (point?.types !== 'semiAdditive') return null
  const [request] = factRequests([keptDefinitions(lookup).define(point)], lookup)
  if (request === undefined) return null
  const own = { dims: [], grain: { dimensionId: null, grain: null }, filters: [], range: null }
  const { plan } = planFact(request, { ...own, sight: sightOf(context, lookup) }, lookup, context)
  const { table } = request.fact
  const key = seriesKey(table)
  return {
    statement: writeBalanceCheck(plan, dialectOf(context)),
    problemOf: ([example]) => {
      if (example === undefined) return null
      const told = key.map((name, index) => `${name} ${String(example[index] ?? emptyText)}`)
      const moment = String(example[key.length] ?? emptyText)
      return `${unclearReason(table, key)}（如 ${[...told, moment].join('、')} 有 ${String(example[key.length + 1])} 行）`
    },
  }
}
