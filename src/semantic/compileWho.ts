// The statements that say who is behind a figure. Separate from the reports' compile (compile.ts), because few
// callers need it.
import { dialectOf } from './compile.ts'
import { keptLookup } from './model/lookup.ts'
import { lookupFor } from './model/ownFormulas.ts'
import { modelSeen } from './model/personal.ts'
import type { CompileContext, Model } from './model/types.ts'
import type { RowsAsked } from './plan/questions/factRows.ts'
import { type PlayerAsked, planPlayer } from './plan/questions/player.ts'
import { planWho } from './plan/questions/who.ts'
import { type PlayerStatement, writePlayer } from './sql/player.ts'
import { type WhoPage, type WhoStatements, writeWho } from './sql/who.ts'

export type { WhoColumn, WhoStatements } from './sql/who.ts'

interface WhoAsked extends Omit<RowsAsked, 'points'> {
  point: number
  /** Columns with the player's id, of which each fact uses the first that it has. */
  players: readonly string[]
}

/**
 * The players whose rows a point counts under the conditions and days, for each leaf of the point. Throws
 * ReportProblem, also where no fact of the point has one of the columns.
 */
export function compileWho(
  { point, players, ...asked }: WhoAsked,
  page: WhoPage,
  model: Model,
  context: CompileContext,
): WhoStatements[] {
  const lookup = lookupFor(asked, modelSeen(model, context))
  return planWho(asked, { point, players }, lookup, context).map((plan) =>
    writeWho(plan, page, dialectOf(context)),
  )
}

/**
 * The newest rows of each fact that belong to one player, and the point tables that can't be read in the reader's
 * scope, with the reason in Chinese.
 */
export function compilePlayer(
  asked: PlayerAsked,
  limit: number,
  model: Model,
  context: CompileContext,
): { facts: PlayerStatement[]; left: { title: string; reason: string }[] } {
  const { facts, left } = planPlayer(asked, keptLookup(modelSeen(model, context)), context)
  return { facts: facts.map((plan) => writePlayer(plan, limit, dialectOf(context))), left }
}
