// Columns that hold players, found in the installation's distinct-count points; they are the default of a new
// segment.
import type { Model } from '#semantic/model/types.ts'

const mostProposed = 5
const players = /player|role|user|uid|account|member|玩家|角色|用户|账号/i
const bareColumn = /^[\p{L}_][\p{L}\p{N}_]*$/u

/** Columns whose name mentions players first, then by how many points count them. */
export function playerColumns({ points }: Pick<Model, 'points'>): string[] {
  const counts = new Map<string, number>()
  for (const { types, name_sql } of points) {
    const column = name_sql.trim()
    if (types === 'distinct' && bareColumn.test(column)) counts.set(column, (counts.get(column) ?? 0) + 1)
  }
  const rank = (column: string): number => (players.test(column) ? 1 : 0)
  const sorted = [...counts].sort(([one, ours], [other, theirs]) => rank(other) - rank(one) || theirs - ours)
  return sorted.map(([column]) => column).slice(0, mostProposed)
}
