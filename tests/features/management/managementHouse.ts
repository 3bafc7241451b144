// A test server with games a and b, a manager, and helpers for users and roles.

import { type Answer, type House, makeHouse, type Person } from '#tests/factories/house.ts'
import type { Store } from '#tests/factories/stores.ts'
import type { ManagedRole, ManagedUser, UserList } from '#features/management/contract.ts'
import * as calls from '#features/management/contract.ts'

export interface ManagementHouse extends House {
  /** A manager of all games. */
  manager: Person
  user(id: number, by?: Person): Promise<ManagedUser>
  role(name: string): Promise<ManagedRole>
  /** Saves a user: a new one, unless `change` has an id. */
  saveUser(change: Record<string, unknown>, by?: Person): Promise<Answer<ManagedUser>>
  saveRole(change: Record<string, unknown>, by?: Person): Promise<Answer<ManagedRole>>
}

export async function makeManagementHouse(store: Store | null): Promise<ManagementHouse> {
  const house = await makeHouse(store ? await store.make() : {})
  const { db } = house.deps.metadata
  await db
    .insertInto('game')
    .values(['a', 'b'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  const manager = await house.person({ keys: ['manage_authority', 'search_document'] })
  return {
    ...house,
    manager,
    user: async (id, by = manager) => {
      const { rows } = (await by.call<UserList>(calls.listUsers)).data
      const found = rows.find((row) => row.id === id)
      if (!found) throw new Error(`no user ${id}`)
      return found
    },
    role: async (name) => {
      const found = (await manager.call<ManagedRole[]>(calls.listRoles)).data.find((row) => row.name === name)
      if (!found) throw new Error(`no role ${name}`)
      return found
    },
    saveUser: (change, by = manager) =>
      by.call<ManagedUser>(calls.addOrUpdateUser, { body: { id: -1, ...change } }),
    saveRole: (change, by = manager) =>
      by.call<ManagedRole>(calls.addOrUpdateRole, { body: { id: -1, authorityInfo: {}, ...change } }),
  }
}
