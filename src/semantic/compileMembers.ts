// The statement that lists a segment's members by rules. Separate from the reports' compile (compile.ts),
// because few callers need it.
import { dialectOf } from './compile.ts'
import { keptLookup } from './model/lookup.ts'
import { modelSeen } from './model/personal.ts'
import type { CompileContext, MemberRules, Model } from './model/types.ts'
import { planMembers } from './plan/questions/members.ts'
import { writeMembers } from './sql/members.ts'
import type { Statement } from './sql/statement.ts'

/**
 * A segment's members by rules, within the context's games: columns `cgi` (null where the facts have no
 * games) and `player_id`, both text, each pair once. `day`: the last day whose rows count. Throws
 * ReportProblem.
 */
export function compileMembers(
  rules: MemberRules,
  day: string,
  model: Model,
  context: CompileContext,
): Statement {
  return writeMembers(
    planMembers(rules, day, keptLookup(modelSeen(model, context)), context),
    dialectOf(context),
  )
}
