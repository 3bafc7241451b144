// What may be done with saved queries of a team's folder, and who is given it.

/** Each holds those before it. */
export const queryRights = ['read', 'run', 'edit'] as const
export type QueryRight = (typeof queryRights)[number]

/** What a caller may do with a saved query: their own, by a folder's right, or as anybody whom it is shared with. */
export const heldRights = ['own', ...queryRights, 'shared'] as const
export type HeldRight = (typeof heldRights)[number]

/** `everyone`: all who may write SQL. `id` is of the role or user, null for everyone. */
export interface Grant {
  kind: 'everyone' | 'role' | 'user'
  id: number | null
  right: QueryRight
}

const rank = (right: QueryRight): number => queryRights.indexOf(right)

export const mayDo = (held: HeldRight | null, right: QueryRight): boolean =>
  held === 'own' || (held !== null && held !== 'shared' && rank(held) >= rank(right))

/** The highest of those that are given to the user, to the role, to everyone. */
export function grantedRight(grants: readonly Grant[], userId: number, roleId: number): QueryRight | null {
  const given = grants.filter(
    ({ kind, id }) => kind === 'everyone' || id === (kind === 'role' ? roleId : userId),
  )
  return given.reduce<QueryRight | null>(
    (best, { right }) => (best === null || rank(right) > rank(best) ? right : best),
    null,
  )
}
