// The source of the facts: tables of the warehouse and their columns.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, nullable, ours, short } from './shared.ts'

const where = Type.Object({ column: short, values: Type.Array(short, { minItems: 1, maxItems: 50 }) }, closed)
const place = Type.Object(
  {
    table: short,
    day: short,
    game: short,
    channel: short,
    /** '' when the table has none. */
    server: short,
    /** Column of the currency; '' when all amounts are in `fixedCurrency`. */
    currency: short,
    fixedCurrency: short,
    amount: short,
    /** Which rows count; null for all. */
    where: nullable(where),
  },
  closed,
)
export type FlowPlace = Static<typeof place>

const definition = Type.Object(
  {
    orders: place,
    /** Null when refunds exist only as manual records. */
    refunds: nullable(place),
    /** Amounts in whole units (12.50), or in the currency's smallest unit (1250). */
    unit: Type.Enum(['major', 'minor']),
  },
  closed,
)
export type FlowDefinition = Static<typeof definition>

const sourceInfo = Type.Object({
  definition: nullable(definition),
  revision: Type.Integer(),
  modifiedBy: Type.String(),
  modifiedAt: nullable(Type.String()),
  problem: Type.String(),
  editable: Type.Boolean(),
  /** Smaller differences of a statement count as equal. */
  tolerance: Type.Object({ amount: Type.String(), percent: Type.String() }),
  tables: Type.Array(
    Type.Object({ name: Type.String(), comment: Type.String(), columns: Type.Array(Type.String()) }),
  ),
})
export type FlowSourceInfo = Static<typeof sourceInfo>

export const getGameFlowSource = defineCall({
  name: 'getGameFlowSource',
  method: 'GET',
  path: `${ours}/source`,
  access,
  reply: sourceInfo,
  example: {},
})

export const saveGameFlowSource = defineCall({
  name: 'saveGameFlowSource',
  method: 'POST',
  path: `${ours}/source`,
  access,
  body: Type.Object(
    {
      definition,
      tolerance: Type.Object({ amount: short, percent: short }, closed),
      revision: Type.Integer({ minimum: 0 }),
    },
    closed,
  ),
  reply: sourceInfo,
  example: {
    body: {
      definition: {
        orders: {
          table: 'none',
          day: 'day',
          game: 'cgi',
          channel: 'channel',
          server: '',
          currency: '',
          fixedCurrency: 'CNY',
          amount: 'amount',
          where: null,
        },
        refunds: null,
        unit: 'major',
      },
      tolerance: { amount: '1', percent: '0.1' },
      revision: 0,
    },
  },
})
