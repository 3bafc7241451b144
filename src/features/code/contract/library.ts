// The team's library: folders of saved queries with an owner, and who may read, run or edit what is in them.
import { type Static, type TSchema, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { queryRights } from '#shared/sql/queryRights.ts'

const ours = '/api/s1/redirect/aliyun/data/sqlQuery/folders'
const access = { keys: ['search_sqlQuery'] } as const
const closed = { additionalProperties: false } as const
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export type { HeldRight, QueryRight } from '#shared/sql/queryRights.ts'
export { heldRights, queryRights } from '#shared/sql/queryRights.ts'

export const mostGrants = 200
export const mostFolders = 200

// Apart from the objects of them: the browser's stand-in for the schema builder keeps no properties.
const grantParts = {
  /** `everyone`: all who may write SQL. */
  kind: Type.Enum(['everyone', 'role', 'user']),
  /** Of the role or user; null for everyone. */
  id: nullable(idSchema),
  right: Type.Enum([...queryRights]),
}
const grant = Type.Object(grantParts, closed)
export type FolderGrant = Static<typeof grant>

const folder = Type.Object({
  id: Type.Integer(),
  revision: Type.Integer(),
  name: Type.String(),
  pinyin: Type.String(),
  note: Type.String(),
  owner: Type.String(),
  /** Whether the caller owns it: then the rights are theirs to give. */
  own: Type.Boolean(),
  /** Null: only to be taken over, as its owner has gone and the caller manages users. */
  right: nullable(Type.Enum([...queryRights])),
  ownerGone: Type.Boolean(),
  /** Of folders of one's own; of others' empty. */
  grants: Type.Array(
    Type.Object({
      ...grantParts,
      /** Empty where the role or user has gone. */
      name: Type.String(),
    }),
  ),
  modifiedAt: Type.String(),
})
export type QueryFolder = Static<typeof folder>

/** Those that the caller has a right to, by name. */
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

/** Whom rights can be given: roles and users that may write SQL. */
export const queryFolderPeople = defineCall({
  name: 'queryFolderPeople',
  method: 'GET',
  path: `${ours}/people`,
  access,
  reply: people,
  example: {},
})

/** Without id, or with -1, it makes one; a newer revision answers object_conflict. Only its owner may change it. */
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
      // Looser than what the service tells in Chinese.
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

/** Refused while there are queries in it. */
export const deleteQueryFolder = defineCall({
  name: 'deleteQueryFolder',
  method: 'POST',
  path: `${ours}/delete`,
  access,
  body: idBody,
  reply: Type.Null(),
  example: { body: { id: 987654321 } },
})

/** Takes a deletion back. */
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
 * Makes another its owner; who owned it may edit from then on. By its owner, or, once that account is disabled, by
 * whoever manages users.
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

/** Who changed its name and rights. */
export const queryFolderChanges = defineCall({
  name: 'queryFolderChanges',
  method: 'GET',
  path: `${ours}/changes/{id}`,
  access,
  params: Type.Object({ id: idSchema }),
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

/** Puts queries into a team's folder, or back among the caller's own (`folderId` null): all of them, or none. */
export const moveQueries = defineCall({
  name: 'moveQueries',
  method: 'POST',
  path: `${ours}/move`,
  access,
  body: Type.Object(
    {
      ids: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }), { minItems: 1, maxItems: 1_000 }),
      folderId: nullable(idSchema),
      /** Path within it; what it is left out of stays. */
      folder: Type.Optional(Type.String({ maxLength: 2_000 })),
    },
    closed,
  ),
  reply: Type.Object({ moved: Type.Integer() }),
  example: { body: { ids: ['none'], folderId: null } },
})
