// What uses a definition.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { access, kindAndId, nullable, ours } from './shared.ts'

export const useKinds = [
  'report',
  'point',
  'dimension',
  'pointTable',
  'dimensionTable',
  'embed',
  'blackRule',
  'alarm',
  'pushTask',
  'role',
  'user',
  'query',
  'custom',
] as const
export type UseKind = (typeof useKinds)[number]

const use = Type.Object({
  kind: Type.Enum([...useKinds]),
  id: Type.String(),
  name: Type.String(),
  /** Its location: a report's view, a point's formula. */
  where: Type.String(),
  /** The view that opens it, for reports and embeds. */
  viewMetaId: nullable(Type.Integer()),
  /** The point whose formula uses the definition, for indirect uses. Empty for direct ones. */
  through: Type.String(),
  /**
   * Whether deleting the definition would break it; SQL that reads the same physical table would not break.
   */
  blocks: Type.Boolean(),
})
export type DefinitionUse = Static<typeof use>
const uses = Type.Object({
  /** The first 500, reports first. */
  uses: Type.Array(use),
  /** The number of uses visible to the caller. */
  count: Type.Integer(),
  /** Uses in other users' private views, queries and drafts, and in rules and alarms of other games. */
  hidden: Type.Integer(),
})
export type DefinitionUses = Static<typeof uses>

/** Direct and indirect uses of a definition. While any of them blocks, it can't be deleted. */
export const definitionUses = defineCall({
  name: 'definitionUses',
  method: 'GET',
  path: `${ours}/uses/{kind}/{id}`,
  access,
  params: kindAndId,
  reply: uses,
  example: { params: { kind: 'point', id: 987654321 } },
})
