// The plan of a report about players → one statement.
import type { ActivityPlan } from '#semantic/plan/cohort/activity/tree.ts'
import type {
  DistributionPlan,
  FunnelPlan,
  RetentionPlan,
  ValuePlan,
  WindowsPlan,
} from '#semantic/plan/cohort/tree.ts'
import type { Dialect } from '../dialect.ts'
import { freePrefix, type Statement } from '../statement.ts'
import { Writer } from '../writer.ts'
import { activityText } from './activity/statement.ts'
import { distributionText } from './distribution.ts'
import { funnelText } from './funnel.ts'
import { retentionText } from './retention.ts'
import { valueText } from './value/statement.ts'
import { windowsText } from './windows/statement.ts'

export function writeCohorts(
  plan: RetentionPlan | FunnelPlan | WindowsPlan | DistributionPlan | ValuePlan | ActivityPlan,
  dialect: Dialect,
): Statement {
  const writer = new Writer(dialect)
  const tables = [...new Set(plan.tables)]
  const prefix = freePrefix(tables)
  const sql = textOf(plan, prefix, writer)
  return { sql, params: writer.params, tables }
}

function textOf(
  plan: RetentionPlan | FunnelPlan | WindowsPlan | DistributionPlan | ValuePlan | ActivityPlan,
  prefix: string,
  writer: Writer,
): string {
  if (plan.kind === 'retention') return retentionText(plan, prefix, writer)
  if (plan.kind === 'funnel') return funnelText(plan, prefix, writer)
  if (plan.kind === 'activity') return activityText(plan, prefix, writer)
  if (plan.kind === 'windows') return windowsText(plan, prefix, writer)
  if (plan.kind === 'ltv') return valueText(plan, prefix, writer)
  return distributionText(plan, prefix, writer)
}
