// Turns a segment's rules into the report engine's form and into the statement that finds the members.

import { compileMembers } from '#semantic/compileMembers.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { MemberRules } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { personalKey } from '#server/personalKey.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { readModel } from '#features/config/server/index.ts'
import type { Source } from '#features/segment/contract.ts'

export const rulesOf = (players: string[], { any }: Extract<Source, { kind: 'rules' }>): MemberRules => ({
  players,
  any: any.map((group) =>
    group.map(({ filters = [], not = false, ...condition }) => ({
      ...condition,
      not,
      filters: filters.map(({ dim, values }) => ({ dim, op: 'in' as const, values })),
    })),
  ),
})

/** The last complete day; members are those at its end. */
export const memberDay = ({ settings }: Pick<Deps, 'settings'>): string => shiftDay(businessDay(settings), -1)

/** Throws ReportProblem. */
export async function compileRules(deps: Deps, rules: MemberRules, scope: RowScope) {
  const { zone, cutoffHour } = deps.settings
  const context = {
    games: scope.games,
    rules: scope.rules,
    personal: scope.personal,
    personalKey: personalKey(deps.settings.dataDir),
    now: new Date(),
    zone,
    cutoffHour,
    dialect: deps.warehouse.dialect,
  }
  return compileMembers(rules, memberDay(deps), await readModel(deps), context)
}
