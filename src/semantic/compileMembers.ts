// The statement that lists who belongs to a segment by rules. Apart from the reports' (compile.ts), as few need it.
import { dialectOf } from './compile.ts'
import { keptLookup } from './model/lookup.ts'
import type { CompileContext, MemberRules, Model } from './model/types.ts'
import { planMembers } from './plan/questions/members.ts'
import { writeMembers } from './sql/members.ts'
import type { Statement } from './sql/statement.ts'

/**
 * Who belongs to a segment by rules, in the context's games: columns `cgi` (empty where the facts know no games) and
 * `player_id`, both text, each pair once. `day`: the last one whose rows count. Throws ReportProblem.
 */
export function compileMembers(
  rules: MemberRules,
  day: string,
  model: Model,
  context: CompileContext,
): Statement {
  return writeMembers(planMembers(rules, day, keptLookup(model), context), dialectOf(context))
}
