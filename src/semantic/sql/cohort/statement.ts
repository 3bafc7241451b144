// The plan of a report about players → one statement.
import type { DistributionPlan, FunnelPlan, RetentionPlan } from '#semantic/plan/cohort/tree.ts'
import type { Dialect } from '../dialect.ts'
import { freePrefix, type Statement } from '../statement.ts'
import { Writer } from '../writer.ts'
import { distributionText } from './distribution.ts'
import { funnelText } from './funnel.ts'
import { retentionText } from './retention.ts'

export function writeCohorts(
  plan: RetentionPlan | FunnelPlan | DistributionPlan,
  dialect: Dialect,
): Statement {
  const writer = new Writer(dialect)
  const tables = [...new Set(plan.tables)]
  const prefix = freePrefix(tables)
  const sql =
    plan.kind === 'retention'
      ? retentionText(plan, prefix, writer)
      : plan.kind === 'funnel'
        ? funnelText(plan, prefix, writer)
        : distributionText(plan, prefix, writer)
  return { sql, params: writer.params, tables }
}
