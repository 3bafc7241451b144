// Month close: a user freezes a game's month at a given moment, or reopens it with a reason.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, idParams, long, month, nullable, ours, short } from './shared.ts'

const sums = Type.Array(
  Type.Object({
    currency: Type.String(),
    booked: Type.String(),
    refunded: Type.String(),
    adjusted: Type.String(),
    net: Type.String(),
  }),
)

const flowMonth = Type.Object({
  /** `2026-09 yhxt`. */
  key: Type.String(),
  /** Id of the current close, or of the last one that was reopened; null when there was none. */
  id: nullable(Type.Integer()),
  month: Type.String(),
  cgi: Type.String(),
  game: Type.String(),
  state: Type.Enum(['running', 'open', 'closed', 'reopened']),
  closedBy: Type.String(),
  closedAt: nullable(Type.String()),
  reopenedBy: Type.String(),
  reopenedAt: nullable(Type.String()),
  /** Why the month was reopened. */
  reason: Type.String(),
  /** Frozen amounts by currency, and their total in the base currency. */
  sums,
  net: nullable(Type.String()),
  kept: nullable(Type.String()),
  /** Open statements with a difference, which the user should see before closing; counted by records. */
  statements: Type.Integer(),
  unsettled: Type.Integer(),
})
export type FlowMonth = Static<typeof flowMonth>

export const listGameFlowMonths = defineCall({
  name: 'listGameFlowMonths',
  method: 'GET',
  path: `${ours}/months`,
  access,
  reply: Type.Array(flowMonth),
  example: {},
})

const monthAsked = Type.Object({ month, cgi: short }, closed)

/**
 * `cgi` `*` closes the month of all the caller's games. Games whose month is already closed stay unchanged.
 */
export const closeGameFlowMonth = defineCall({
  name: 'closeGameFlowMonth',
  method: 'POST',
  path: `${ours}/months/close`,
  access,
  body: monthAsked,
  reply: Type.Object({ closed: Type.Array(flowMonth), already: Type.Array(Type.String()) }),
  example: { body: { month: '2026-01', cgi: 'none' } },
})
export type ClosedMonths = Static<typeof closeGameFlowMonth.reply & {}>

export const reopenGameFlowMonth = defineCall({
  name: 'reopenGameFlowMonth',
  method: 'POST',
  path: `${ours}/months/reopen`,
  access,
  body: Type.Object({ month, cgi: short, reason: long }, closed),
  reply: flowMonth,
  example: { body: { month: '2026-01', cgi: 'none', reason: '补记退款' } },
})

const drift = Type.Object({
  rows: Type.Array(
    Type.Object({
      channel: Type.String(),
      currency: Type.String(),
      /** Net amount as frozen, and as facts and records give it now. */
      frozen: Type.String(),
      now: Type.String(),
      difference: Type.String(),
    }),
  ),
})
export type MonthDrift = Static<typeof drift>

/** What facts that changed after the close would change. */
export const gameFlowMonthDrift = defineCall({
  name: 'gameFlowMonthDrift',
  method: 'GET',
  path: `${ours}/months/drift/{id}`,
  access,
  params: idParams,
  reply: drift,
  example: { params: { id: 987654321 } },
})
