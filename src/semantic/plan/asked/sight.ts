// What the reader may see: games and rules on dimensions, bound once for all facts. facts/rules.ts turns rules into
// conditions.
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { GameScope, RowRule, RowScope } from '#semantic/model/rowScope.ts'
import type { Dimension } from '#semantic/model/types.ts'
import { truth } from '../tree/build.ts'
import type { BoundValue } from '../tree/tree.ts'
import { dimensionFilter, type FilterCondition } from './filters.ts'

/** A reader's scope, with values bound once for all facts. */
export interface Sight {
  /** null: all games. */
  games: BoundValue | null
  rules: BoundRule[]
}

export interface BoundRule {
  rule: RowRule
  dimension: Dimension
  passes: FilterCondition
  /** The negation of `passes`: each row meets exactly one of the two. */
  fails: FilterCondition
}

/** Throws if a rule's dimension is missing: its absence must not widen what anyone sees. */
export const sightOf = ({ games, rules }: RowScope, lookup: Lookup): Sight => ({
  games: gamesBound(games),
  rules: rules.map((rule) => boundRule(rule, lookup)),
})

const gamesBound = (games: GameScope): BoundValue | null => (games === 'all' ? null : { value: [...games] })

function boundRule(rule: RowRule, lookup: Lookup): BoundRule {
  const dimension = lookup.dimensions.get(rule.dim)
  if (dimension === undefined)
    throw reportInvalid(
      `你的数据范围按维度 #${rule.dim} 限定，而该维度已不存在，请联系权限管理员修改数据范围`,
    )
  const filter = (op: 'in' | 'notIn'): FilterCondition => {
    // A filter with an empty list would restrict nothing.
    if (rule.values.length === 0) return () => truth(op === 'notIn')
    return dimensionFilter({ dim: rule.dim, op, values: [...rule.values] }, dimension)
  }
  const [passes, fails] = rule.how === 'only' ? (['in', 'notIn'] as const) : (['notIn', 'in'] as const)
  return { rule, dimension, passes: filter(passes), fails: filter(fails) }
}
