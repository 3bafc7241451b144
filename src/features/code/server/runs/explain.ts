// The engine's plan for a statement, or with `analyze` the plan it executed.

import type { Deps } from '#server/deps.ts'
import type { Asker } from '#server/http/registerCall.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import type { PlanStep, RunParameters } from '#features/code/contract.ts'
import { sightOf } from './scope.ts'
import { sandboxParameters } from './work.ts'

export async function explain(
  deps: Deps,
  { user, signal }: Asker,
  question: { sql: string; params?: RunParameters | undefined; analyze?: boolean | undefined },
): Promise<{ plan: PlanStep; elapsedMs: number; queuedMs: number }> {
  const { sql, params = {}, analyze = false } = question
  const { scope } = await sightOf(deps, user, sql)
  const detail = { sql: sql.slice(0, 4_000), analyze }
  await writeAudit(deps.metadata.db, { userId: user.id, action: 'sql.explain', detail })
  const { plan, elapsedMs, queuedMs } = await deps.sandbox.run({
    userId: user.id,
    sql,
    params: sandboxParameters(params),
    scope,
    limit: null,
    mode: analyze ? 'profile' : 'plan',
    quick: !analyze,
    signal,
  })
  if (!plan) throw new AppError('query_failed', '引擎没有给出执行计划')
  return { plan, elapsedMs, queuedMs }
}
