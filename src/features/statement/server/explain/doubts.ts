// Adds to explanations which checks their tables do not meet, and who looks after them.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { doubtsOfTables } from '#features/checks/server/index.ts'
import { keepersOf } from '#features/sources/server/index.ts'
import type { ExplainedPoint } from '#features/statement/contract.ts'

const mostTold = 20

export async function withStanding<Explained extends Pick<ExplainedPoint, 'tables'>>(
  deps: Deps,
  user: SessionUser,
  explained: readonly Explained[],
): Promise<Explained[]> {
  const of = await doubtsOfTables(deps, user)
  const names = explained.flatMap(({ tables }) => tables.map(({ tableName }) => tableName))
  const keepers = await keepersOf(deps.metadata.db, [...new Set(names)])
  return explained.map((one) => ({
    ...one,
    tables: one.tables.map((table) => {
      const doubts = of(table.tableName).slice(0, mostTold)
      const keeper = keepers.get(table.tableName)
      return { ...table, ...(doubts.length > 0 && { doubts }), ...(keeper !== undefined && { keeper }) }
    }),
  }))
}
