// Data that forms and cells of users need beside the rows, read together with the list.

import { call } from '#web/api/client.ts'
import { listUsers, type ManagedUser, type UserList } from '#features/management/contract.ts'

let kept: Omit<UserList, 'rows'> = { roles: [], games: [] }

export const referenceData = () => kept

export async function readUsers(signal?: AbortSignal): Promise<readonly ManagedUser[]> {
  const { rows, ...read } = await call(listUsers, {}, { quiet: true, loading: null, signal })
  kept = read
  return rows
}

/** The fields of a change with the user's current values. */
export const asTheyAre = ({ id, email, username, role, games, disabled, revision }: ManagedUser) => ({
  id,
  email,
  username,
  role,
  games,
  disabled,
  revision,
})
