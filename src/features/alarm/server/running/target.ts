// The present state needed before a rule is evaluated on request.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { AlarmRule } from '#features/alarm/contract.ts'
import { doubtsIn } from '../checking/doubts.ts'
import type { Target } from '../checking/evaluating.ts'
import { type Freshness, freshnessOf } from '../checking/freshness.ts'
import type { Span } from '../checking/needs.ts'
import { wallMinute } from '../checking/periods.ts'

export async function targetOf(
  deps: Deps,
  model: Model,
  rule: AlarmRule,
  scope: RowScope,
  spanFor: (freshness: Freshness, minute: number) => Span | null,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Target> {
  const { points, grain } = rule.watch
  const minute = wallMinute(deps.settings.zone, now)
  const freshness = await freshnessOf(deps, model, points, grain, now, signal)
  const days = grain === 'day' ? freshness : await freshnessOf(deps, model, points, 'day', now, signal)
  const doubts = await doubtsIn(deps, model, rule, now)
  return { rule, scope, span: spanFor(freshness, minute), freshness, days, minute, ...doubts }
}
