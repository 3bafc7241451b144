// Temp tables.
import { type Static, Type } from 'typebox'
import { closed, defineCall, slowTimeoutMs } from '#shared/call.ts'
import { bodyLimit, params, sql } from './runs.ts'
import { access, count, empty, id, idParams, prefix } from './shared.ts'

const temporaryTable = Type.Object({
  id,
  name: Type.String(),
  /** As written in SQL: `tmp.name`. */
  fullName: Type.String(),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  rowCount: count,
  bytes: count,
  sql: Type.String(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  pinyin: Type.String(),
})
export type TemporaryTable = Static<typeof temporaryTable>

export const tmpTableList = defineCall({
  name: 'tmpTableList',
  method: 'GET',
  path: `${prefix}/tmpTableList`,
  access,
  reply: Type.Object({ tables: Type.Array(temporaryTable), bytes: count, quotaBytes: count }),
  example: {},
})

/** From a statement, or from a kept result. `replace` overwrites a table of the same name. */
export const createTmpTable = defineCall({
  name: 'createTmpTable',
  method: 'POST',
  path: `${prefix}/createTmpTable`,
  access,
  atPlace: true,
  bodyLimit,
  timeoutMs: slowTimeoutMs,
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 60 }),
      sql: Type.Optional(sql),
      params: Type.Optional(params),
      queryId: Type.Optional(id),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
      replace: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  reply: temporaryTable,
  example: { body: { name: 'sample', sql: 'select 1 as one' } },
})

export const dropTmpTable = defineCall({
  name: 'dropTmpTable',
  method: 'POST',
  path: `${prefix}/dropTmpTable/{id}`,
  access,
  atPlace: true,
  params: idParams,
  body: empty,
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})
