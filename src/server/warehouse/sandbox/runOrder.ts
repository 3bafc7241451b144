// Executes an order in its process: shows the user's tables, locks everything else, runs the statement.
import type { DuckDBConnection } from '@duckdb/node-api'
import { commandOf } from '#shared/sql/command.ts'
import type { ProcessConfiguration, RunEnd, RunOrder } from './messages.ts'
import { hideStatistics, showScope, shutOff } from './snapshotInstance.ts'
import { type Output, runStatement } from './statement.ts'

/** `beforeStatement` runs last before the user's text is read. */
export async function runOrder(
  connection: DuckDBConnection,
  configuration: Pick<ProcessConfiguration, 'tables' | 'zone'>,
  order: RunOrder,
  output: Output,
  beforeStatement: () => void = () => {},
): Promise<RunEnd> {
  const scope = await showScope(connection, configuration, order.scope)
  const explains =
    order.mode === 'plan' || order.mode === 'profile' || commandOf(order.sql)?.kind === 'explain'
  if (explains) await hideStatistics(connection, scope)
  await shutOff(connection)
  beforeStatement()
  return runStatement(connection, { ...order, scope }, configuration.zone, output)
}
