// Checks the formulas that a report keeps for itself, each on its own: their errors, and what they can be joined with,
// for the formula editor and for the pickers.
import { checkName } from '#semantic/model/check.ts'
import { keptDefinitions } from '#semantic/model/definitions.ts'
import { keptLookup } from '#semantic/model/lookup.ts'
import { lookupFor } from '#semantic/model/ownFormulas.ts'
import { type Problem, ReportProblem } from '#semantic/model/problem.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model, OwnFormula, ReportInfo } from '#semantic/model/types.ts'
import { refusedShares } from '../asked/shares.ts'
import { unjoinableWith } from './unjoinable.ts'

export interface OwnFormulaCheck {
  id: number
  /** Errors of the fields `name` and `formula`. */
  problems: Problem[]
  /** Why the formula can't be combined with the report's dimensions; empty if it can. */
  unreachable: string
  /** Why the formula has no share of the total; empty if it has one. */
  noShare: string
}

export function checkOwnFormulas(
  info: Pick<ReportInfo, 'dims' | 'filters' | 'formulas'>,
  model: Model,
  scope: RowScope,
): OwnFormulaCheck[] {
  const { formulas = [], dims } = info
  const named = formulas.map((own) => ({ own, problems: nameProblems(own, formulas, model) }))
  // A formula with an invalid name is checked under a placeholder name that nothing else has.
  const readable = named.map(({ own, problems }) =>
    problems.length === 0 ? own : { ...own, name: `新公式 ${-own.id}` },
  )
  const lookup = lookupFor({ formulas: readable }, model)
  const definitions = keptDefinitions(lookup)
  const { points } = unjoinableWith({ ...info, points: [] }, lookup, scope)
  const shares = refusedShares(dims, lookup)
  return named.map(({ own: { id }, problems }) => {
    const wrong = found(() => {
      const point = lookup.points.get(id)
      if (point) definitions.define(point)
    })
    return {
      id,
      problems: [...problems, ...wrong],
      unreachable: points.get(id) ?? '',
      noShare: shares.get(id) ?? '',
    }
  })
}

function nameProblems({ id, name }: OwnFormula, formulas: readonly OwnFormula[], model: Model): Problem[] {
  const wrong = checkName(name, '自建公式')
  if (wrong.length > 0) return wrong
  const problem = (message: string): Problem[] => [{ field: 'name', message }]
  if (formulas.some((other) => other.id !== id && other.name === name))
    return problem(`报表里已有自建公式「${name}」，请换一个名称`)
  const taken = keptLookup(model).pointsByName.has(name)
  return taken ? problem(`已有指标「${name}」，请换一个名称，或直接选用它`) : []
}

function found(work: () => void): Problem[] {
  try {
    work()
    return []
  } catch (error) {
    if (!(error instanceof ReportProblem)) throw error
    const { message, position } = error
    return [{ message, field: 'formula', ...(position && { position }) }]
  }
}
