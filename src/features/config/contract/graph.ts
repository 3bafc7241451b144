// What stands on what.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { access, closed, maybe, nullable, ours } from './shared.ts'

const node = Type.Object({
  /** `point:12`, `report:3`, `physical:pay_order`. */
  key: Type.String(),
  kind: Type.Enum(['physical', 'dimensionTable', 'pointTable', 'dimension', 'point', 'report']),
  /** 0 for physical tables. */
  id: Type.Integer(),
  name: Type.String(),
  /** A point's or dimension's type, a report's view. */
  detail: Type.String(),
  /** How many steps from the left: physical tables 0, reports the last. */
  layer: Type.Integer(),
  viewMetaId: nullable(Type.Integer()),
})
const graph = Type.Object({
  nodes: Type.Array(node),
  /** `to` stands on `from`. */
  edges: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
  /** Nodes that were left out, because they are so many. */
  left: Type.Integer(),
})
export type DefinitionGraph = Static<typeof graph>
export type DefinitionNode = Static<typeof node>

/** What stands on what: all that a definition stands on and that stands on it; without one, the whole. */
export const definitionGraph = defineCall({
  name: 'definitionGraph',
  method: 'GET',
  path: `${ours}/graph`,
  access,
  query: Type.Object(
    {
      kind: maybe(Type.Enum(['dimensionTable', 'pointTable', 'dimension', 'point'])),
      id: maybe(idSchema),
      /** Leaves reports out. */
      definitions: maybe(Type.Boolean()),
    },
    closed,
  ),
  reply: graph,
  example: {},
})
