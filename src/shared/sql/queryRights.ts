// Rights on saved queries in a team folder, and their grants.

/** Each includes those before it. */
export const queryRights = ['read', 'run', 'edit'] as const
export type QueryRight = (typeof queryRights)[number]

/**
 * A caller's access to a saved query: as owner, by a folder's grant, or because it is shared with everybody.
 */
export const heldRights = ['own', ...queryRights, 'shared'] as const
export type HeldRight = (typeof heldRights)[number]

/** `everyone`: all users with the right to write SQL. `id`: the role or user; null for everyone. */
export interface Grant {
  kind: 'everyone' | 'role' | 'user'
  id: number | null
  right: QueryRight
}

const rank = (right: QueryRight): number => queryRights.indexOf(right)

export const mayDo = (held: HeldRight | null, right: QueryRight): boolean =>
  held === 'own' || (held !== null && held !== 'shared' && rank(held) >= rank(right))

/** The highest right granted to the user, the role or everyone. */
export function grantedRight(grants: readonly Grant[], userId: number, roleId: number): QueryRight | null {
  const given = grants.filter(
    ({ kind, id }) => kind === 'everyone' || id === (kind === 'role' ? roleId : userId),
  )
  return given.reduce<QueryRight | null>(
    (best, { right }) => (best === null || rank(right) > rank(best) ? right : best),
    null,
  )
}
