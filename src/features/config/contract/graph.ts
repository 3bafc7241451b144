// The dependency graph of definitions.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { access, maybe, nullable, ours } from './shared.ts'

const node = Type.Object({
  /** `point:12`, `report:3`, `physical:pay_order`. */
  key: Type.String(),
  kind: Type.Enum(['physical', 'dimensionTable', 'pointTable', 'dimension', 'point', 'report']),
  /** 0 for physical tables. */
  id: Type.Integer(),
  name: Type.String(),
  /** A point's or dimension's type, a report's view. */
  detail: Type.String(),
  /** Column from the left: physical tables are 0, reports the last. */
  layer: Type.Integer(),
  viewMetaId: nullable(Type.Integer()),
})
const graph = Type.Object({
  nodes: Type.Array(node),
  /** `to` depends on `from`. */
  edges: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
  /** Number of nodes left out, because there are too many. */
  left: Type.Integer(),
})
export type DefinitionGraph = Static<typeof graph>
export type DefinitionNode = Static<typeof node>

/**
 * The dependency graph: everything that a definition depends on and that depends on it; without one,
 * everything.
 */
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
