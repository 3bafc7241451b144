// Folders (view types) and views (view metas): the tree, and who sees it.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idSchema as id, idOrNewSchema } from '#shared/ids.ts'
import { standingParts } from '#shared/standingSchema.ts'
import { granteeSchema, whoSeesSchema } from '#shared/whoSees.ts'
import { day, edited, grants, idParams, nullable, saved, title } from './shared.ts'

const audience = Type.Enum(['own', 'some', 'all'])
export type Audience = Static<typeof audience>

const viewMeta = Type.Object({
  id,
  name: Type.String(),
  typeId: nullable(id),
  order: Type.Integer(),
  owner: Type.String(),
  /** False: private to its owner and to whom it is shared with by name. */
  shared: Type.Boolean(),
  /** Who sees it in the end: its owner alone, some people or roles, everybody. */
  audience,
  /** Whether the caller may change it. */
  editable: Type.Boolean(),
  /** Increases with every change; sent back by clients to detect conflicts. */
  revision: Type.Integer(),
  pinyin: Type.String(),
  ...standingParts,
  /** Whether its reports changed after the check, which then counts no more. */
  changedSince: Type.Optional(Type.Boolean()),
})
export type ViewMeta = Static<typeof viewMeta>
/** Id for the caller's own views outside folders; no folder has it. */
export const looseFolderId = 0
/** Id for what others share with the caller and that is in no folder that the caller sees. */
export const sharedFolderId = -1
const viewType = Type.Object({
  id: Type.Integer({ minimum: sharedFolderId }),
  name: Type.String(),
  /** The containing folder; null at the top. */
  parentId: nullable(id),
  order: Type.Integer(),
  owner: Type.String(),
  /** Whether who sees its place sees it. */
  shared: Type.Boolean(),
  audience,
  editable: Type.Boolean(),
  revision: Type.Integer(),
  pinyin: Type.String(),
  metas: Type.Array(viewMeta),
})
export type ViewType = Static<typeof viewType>

/** The tree visible to the caller: folders in order, each with its views. */
export const getViewMeta = defineCall({
  name: 'getViewMeta',
  method: 'POST',
  path: '/api/s1/data/getViewMeta',
  effect: 'read',
  access: 'session',
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Array(viewType),
  example: { body: {} },
})

/**
 * Without id (or with -1) it creates; `restored` restores a deleted folder. Allowed for the owner, or with
 * search_config.
 */
export const addOrUpdateViewType = defineCall({
  name: 'addOrUpdateViewType',
  method: 'POST',
  path: '/api/s1/data/addOrUpdateViewType',
  access: 'session',
  body: Type.Object(
    {
      id: Type.Optional(idOrNewSchema),
      name: Type.Optional(title),
      parentId: Type.Optional(nullable(id)),
      /** False: only for its owner and `grants`. New folders are shared. */
      shared: Type.Optional(Type.Boolean()),
      grants,
      ...edited,
      restored: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: saved,
  example: { body: { name: '新文件夹' } },
})

/** Without id (or with -1) it creates a private view unless `shared`; `restored` restores a deleted one. */
export const addOrUpdateViewMeta = defineCall({
  name: 'addOrUpdateViewMeta',
  method: 'POST',
  path: '/api/s1/data/addOrUpdateViewMeta',
  access: 'session',
  body: Type.Object(
    {
      id: Type.Optional(idOrNewSchema),
      name: Type.Optional(title),
      typeId: Type.Optional(nullable(id)),
      shared: Type.Optional(Type.Boolean()),
      grants,
      ...edited,
      restored: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: saved,
  example: { body: { name: '新视图', typeId: 987654321 } },
})

/** People and roles with whom something can be shared, roles first. */
export const listGrantees = defineCall({
  name: 'listGrantees',
  method: 'GET',
  path: '/api/s1/report/listGrantees',
  access: 'session',
  reply: Type.Array(granteeSchema),
  example: {},
})

/** Who sees a folder or view. `folderId`: as it would be in that folder; null at the top. */
export const whoSees = defineCall({
  name: 'whoSees',
  method: 'POST',
  path: '/api/s1/report/whoSees',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    {
      kind: Type.Enum(['viewMeta', 'viewType']),
      id,
      folderId: Type.Optional(nullable(id)),
    },
    { additionalProperties: false },
  ),
  reply: whoSeesSchema,
  example: { body: { kind: 'viewMeta', id: 987654321 } },
})

/**
 * A view as checked until a day, or as retired from a day on. Absent: unchanged; null: taken back. Whose things use a
 * view that is retired gets a note. `dryRun`: tells how many they are, and writes nothing.
 */
export const markView = defineCall({
  name: 'markView',
  method: 'POST',
  path: '/api/s1/report/standing',
  access: 'session',
  body: Type.Object(
    {
      id,
      revision: edited.revision,
      verifiedUntil: Type.Optional(nullable(day)),
      retiredFrom: Type.Optional(nullable(day)),
      note: Type.Optional(Type.String({ maxLength: 500 })),
      dryRun: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  /** `people`: how many other users were told, or would be. */
  reply: Type.Object({ people: Type.Integer() }),
  example: { body: { id: 987654321, verifiedUntil: null } },
})

export const deleteViewMeta = defineCall({
  name: 'deleteViewMeta',
  method: 'POST',
  path: '/api/s1/data/deleteViewMeta/{id}',
  access: { own: 'search_config' },
  params: idParams,
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

/** Only an empty folder can be deleted. */
export const deleteViewType = defineCall({
  name: 'deleteViewType',
  method: 'POST',
  path: '/api/s1/data/deleteViewType/{id}',
  access: { own: 'search_config' },
  params: idParams,
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const treeKind = Type.Enum(['report', 'viewMeta', 'viewType'])
export type TreeKind = Static<typeof treeKind>

/** Reorders the given ids among their siblings. */
export const updateOrder = defineCall({
  name: 'updateOrder',
  method: 'POST',
  path: '/api/s1/data/Report/updateOrder',
  access: { own: 'search_config' },
  body: Type.Object(
    {
      kind: treeKind,
      ids: Type.Array(id, { minItems: 1, maxItems: 2000 }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
  example: { body: { kind: 'report', ids: [987654321] } },
})
