// What becomes of an order in its process: the user's tables are shown, every door is shut, the statement runs.
import type { DuckDBConnection } from '@duckdb/node-api'
import { commandOf } from '#shared/sql/command.ts'
import type { ProcessConfiguration, RunEnd, RunOrder } from './messages.ts'
import { hideStatistics, showScope, shutOff } from './snapshotInstance.ts'
import { type Output, runStatement } from './statement.ts'

/** `beforeStatement` is the last that happens before the user's text is looked at. */
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
