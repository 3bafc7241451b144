// The team's library: folders of saved queries with an owner, and who may read, run or edit the queries in
// them.
import { type Static, type TSchema, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { queryRights } from '#shared/sql/queryRights.ts'

const ours = '/api/s1/redirect/aliyun/data/sqlQuery/folders'
const access = { keys: ['search_sqlQuery'] } as const
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export type { HeldRight, QueryRight } from '#shared/sql/queryRights.ts'
export { heldRights, queryRights } from '#shared/sql/queryRights.ts'

export const mostGrants = 200
export const mostFolders = 200

// Separate from the object schemas, because the browser's stub of the schema builder keeps no properties.
const grantParts = {
  /** `everyone`: all users who may write SQL. */
  kind: Type.Enum(['everyone', 'role', 'user']),
  /** Id of the role or user; null for everyone. */
  id: nullable(idSchema),
  right: Type.Enum([...queryRights]),
}
export const grant = Type.Object(grantParts, closed)
export type FolderGrant = Static<typeof grant>

const folder = Type.Object({
  id: Type.Integer(),
  revision: Type.Integer(),
  name: Type.String(),
  pinyin: Type.String(),
  note: Type.String(),
  owner: Type.String(),
  /** Whether the caller owns the folder and may grant rights. */
  own: Type.Boolean(),
  /**
   * Null: the caller may only take the folder over, because its owner is gone and the caller manages users.
   */
  right: nullable(Type.Enum([...queryRights])),
  ownerGone: Type.Boolean(),
  /** Only for the caller's own folders; otherwise empty. */
  grants: Type.Array(
    Type.Object({
      ...grantParts,
      /** Empty where the role or user is gone. */
      name: Type.String(),
    }),
  ),
  modifiedAt: Type.String(),
})
export type QueryFolder = Static<typeof folder>

/** Folders that the caller has a right to, by name. */
export const listQueryFolders = defineCall({
  name: 'listQueryFolders',
  method: 'GET',
  path: ours,
  access,
  reply: Type.Array(folder),
  example: {},
})

const person = { id: Type.Integer(), name: Type.String(), pinyin: Type.String() }
const people = Type.Object({
  roles: Type.Array(Type.Object(person)),
  users: Type.Array(Type.Object({ ...person, email: Type.String() })),
})
export type FolderPeople = Static<typeof people>

/** Roles and users that may write SQL, to whom rights can be granted. */
export const queryFolderPeople = defineCall({
  name: 'queryFolderPeople',
  method: 'GET',
  path: `${ours}/people`,
  access,
  reply: people,
  example: {},
})

/** Roles and users for whom a shared address can be. */
export const querySharePeople = defineCall({
  name: 'querySharePeople',
  method: 'GET',
  path: `${ours}/readers`,
  access,
  reply: people,
  example: {},
})

/**
 * Creates a folder without id, or with -1; object_conflict where a newer revision exists. Only its owner may
 * change it.
 */
export const saveQueryFolder = defineCall({
  name: 'saveQueryFolder',
  method: 'POST',
  path: `${ours}/save`,
  access,
  body: Type.Object(
    {
      id: Type.Optional(idOrNewSchema),
      revision: Type.Optional(Type.Integer({ minimum: 1 })),
      overwrite: Type.Optional(Type.Boolean()),
      // Looser than the service's rule, which answers in Chinese.
      name: Type.String({ maxLength: 1_000 }),
      note: Type.String({ maxLength: 5_000 }),
      grants: Type.Array(grant, { maxItems: 1_000 }),
    },
    closed,
  ),
  reply: folder,
  example: { body: { id: -1, name: '运营', note: '', grants: [] } },
})

const idBody = Type.Object({ id: idSchema }, closed)

/** Refused while the folder contains queries. */
export const deleteQueryFolder = defineCall({
  name: 'deleteQueryFolder',
  method: 'POST',
  path: `${ours}/delete`,
  access,
  body: idBody,
  reply: Type.Null(),
  example: { body: { id: 987654321 } },
})

/** Undoes a deletion. */
export const restoreQueryFolder = defineCall({
  name: 'restoreQueryFolder',
  method: 'POST',
  path: `${ours}/restore`,
  access,
  body: idBody,
  reply: folder,
  example: { body: { id: 987654321 } },
})

/**
 * Makes another user the owner; the former owner keeps the right to edit. Allowed for the owner or, once that
 * account is disabled, for managers of users.
 */
export const giveQueryFolder = defineCall({
  name: 'giveQueryFolder',
  method: 'POST',
  path: `${ours}/give`,
  access,
  body: Type.Object({ id: idSchema, userId: idSchema }, closed),
  reply: Type.Null(),
  example: { body: { id: 987654321, userId: 987654321 } },
})

/** History of its name and rights. */
export const queryFolderChanges = defineCall({
  name: 'queryFolderChanges',
  method: 'GET',
  path: `${ours}/changes/{id}`,
  access,
  params: Type.Object({ id: idSchema }),
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

/** Moves queries into a team folder, or back to the caller's own (`folderId` null): all or none. */
export const moveQueries = defineCall({
  name: 'moveQueries',
  method: 'POST',
  path: `${ours}/move`,
  access,
  body: Type.Object(
    {
      ids: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }), { minItems: 1, maxItems: 1_000 }),
      folderId: nullable(idSchema),
      /** Path inside it; unchanged when absent. */
      folder: Type.Optional(Type.String({ maxLength: 2_000 })),
    },
    closed,
  ),
  reply: Type.Object({ moved: Type.Integer() }),
  example: { body: { ids: ['none'], folderId: null } },
})
