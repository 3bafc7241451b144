// Who names a definition.
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
  /** Where in it, or where it stands: a report's view, a point's formula. */
  where: Type.String(),
  /** View to open it by, of reports and embeds. */
  viewMetaId: nullable(Type.Integer()),
  /** Through another definition: the point whose formula names it. Empty: it names the definition itself. */
  through: Type.String(),
  /** Whether it would lose something: SQL that reads the same physical table would not. */
  blocks: Type.Boolean(),
})
export type DefinitionUse = Static<typeof use>
const uses = Type.Object({
  /** The first 500, reports first. */
  uses: Type.Array(use),
  /** How many there are that the caller may see. */
  count: Type.Integer(),
  /** In other people's private views, queries and drafts, in rules and alarms of other games. */
  hidden: Type.Integer(),
})
export type DefinitionUses = Static<typeof uses>

/** What names a definition, itself or through others. While any of them blocks, it can't be deleted. */
export const definitionUses = defineCall({
  name: 'definitionUses',
  method: 'GET',
  path: `${ours}/uses/{kind}/{id}`,
  access,
  params: kindAndId,
  reply: uses,
  example: { params: { kind: 'point', id: 987654321 } },
})
