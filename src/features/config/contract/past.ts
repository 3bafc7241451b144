// The history of a definition, and restoring.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { type PastHistory, pastHistory } from '#shared/changeHistory.ts'
import { idSchema } from '#shared/ids.ts'
import { access, kind, kindAndId, maybe, ours } from './shared.ts'

export type DefinitionHistory = PastHistory

/** Newest first. */
export const definitionHistory = defineCall({
  name: 'definitionHistory',
  method: 'GET',
  path: `${ours}/history/{kind}/{id}`,
  access,
  params: kindAndId,
  reply: pastHistory,
  example: { params: { kind: 'point', id: 987654321 } },
})

const anyDefinition = Type.Object({}, { additionalProperties: true })

/** Restores the state right after an entry of its history. Checked, refused and answered like its save. */
export const backToChange = defineCall({
  name: 'backToChange',
  method: 'POST',
  path: `${ours}/back`,
  access,
  body: Type.Object(
    {
      kind,
      id: idSchema,
      change: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      /** The revision at which the history was read. */
      revision: maybe(Type.Integer({ minimum: 1 })),
    },
    closed,
  ),
  reply: anyDefinition,
  example: { body: { kind: 'point', id: 987654321, change: 0 } },
})

/** Restores deleted definitions: all or none; refused like a save where that is impossible. */
export const bringBackDefinitions = defineCall({
  name: 'bringBackDefinitions',
  method: 'POST',
  path: `${ours}/bringBack`,
  access,
  body: Type.Object({ kind, ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed),
  reply: Type.Null(),
  example: { body: { kind: 'point', ids: [987654321] } },
})

const gone = Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), deletedAt: Type.String() }))
export type GoneDefinitions = Static<typeof gone>

/** Deleted definitions that can still be restored, the last deleted first. */
export const goneDefinitions = defineCall({
  name: 'goneDefinitions',
  method: 'GET',
  path: `${ours}/gone/{kind}`,
  access,
  params: Type.Object({ kind }),
  reply: gone,
  example: { params: { kind: 'point' } },
})
