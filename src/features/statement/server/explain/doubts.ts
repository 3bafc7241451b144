// Adds to explanations which checks their tables do not meet.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { doubtsOfTables } from '#features/checks/server/index.ts'
import type { ExplainedPoint } from '#features/statement/contract.ts'

const mostTold = 20

export async function withDoubts<Explained extends Pick<ExplainedPoint, 'tables'>>(
  deps: Deps,
  user: SessionUser,
  explained: readonly Explained[],
): Promise<Explained[]> {
  const of = await doubtsOfTables(deps, user)
  return explained.map((one) => ({
    ...one,
    tables: one.tables.map((table) => {
      const doubts = of(table.tableName).slice(0, mostTold)
      return doubts.length > 0 ? { ...table, doubts } : table
    }),
  }))
}
