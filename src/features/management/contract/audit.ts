// The audit log: who did what, and when.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, ours } from './shared.ts'

const day = Type.String({ maxLength: 10 })

const auditQuery = Type.Object(
  {
    /** Part of the action's title or of the details, as stored or as shown. */
    search: Type.Optional(Type.String({ maxLength: 200 })),
    /** A user's name; `-` for rows without a known user. */
    who: Type.Optional(Type.String({ maxLength: 254 })),
    action: Type.Optional(Type.String({ maxLength: 100 })),
    /** The affected object: the first word of the action. */
    object: Type.Optional(Type.String({ maxLength: 100 })),
    /** Days of the business calendar, both included. */
    from: Type.Optional(day),
    to: Type.Optional(day),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  },
  closed,
)
export type AuditQuery = Static<typeof auditQuery>

const auditRow = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  /** Empty without a known user. */
  who: Type.String(),
  /** `noun.verb`. */
  action: Type.String(),
  title: Type.String(),
  /** JSON. */
  detail: Type.String(),
})
export type AuditRow = Static<typeof auditRow>

const auditList = Type.Object({
  rows: Type.Array(auditRow),
  total: Type.Integer(),
  /** Names of users whose rows the caller may see. */
  people: Type.Array(Type.String()),
})
export type AuditList = Static<typeof auditList>

export const listAudit = defineCall({
  name: 'listAudit',
  method: 'GET',
  path: `${ours}/audit`,
  access,
  query: auditQuery,
  reply: auditList,
  example: {},
})
