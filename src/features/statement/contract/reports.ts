// Reports of a view: reading, figures, saving, deleting.
import { type Static, Type } from 'typebox'
import type { PointTable } from '#semantic/model/types.ts'
import { defineCall } from '#shared/call.ts'
import { idSchema as id, idOrNewSchema } from '#shared/ids.ts'
import { namedInfoSchema, reportInfoSchema } from './request.ts'
import { edited, idParams, nullable, saved, title } from './shared.ts'
import { table } from './table.ts'

const report = Type.Object({
  id,
  reportName: Type.String(),
  remark: Type.String(),
  order: Type.Integer(),
  viewMetaId: id,
  info: reportInfoSchema,
  owner: Type.String(),
  editable: Type.Boolean(),
  /** ISO time of the last change; sent back on update to detect conflicts, where no revision is sent. */
  modifiedAt: Type.String(),
  revision: Type.Integer(),
})
export type Report = Static<typeof report>

export const getReportByViewMetaId = defineCall({
  name: 'getReportByViewMetaId',
  method: 'GET',
  path: '/api/s1/data/getReportByViewMetaId/{id}',
  access: 'session',
  params: idParams,
  reply: Type.Array(report),
  example: { params: { id: 1 } },
})

/** Reports of a view, or that use a point or dimension; or one report by its id. */
export const getReportBy = defineCall({
  name: 'getReportBy',
  method: 'POST',
  path: '/api/s1/data/Report/getReportBy{type}/{id}',
  effect: 'read',
  access: 'session',
  params: Type.Object({ type: Type.Enum(['ViewMetaId', 'ReportId', 'PointId', 'DimId']), id }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Array(report),
  example: { params: { type: 'ReportId', id: 1 }, body: {} },
})

export const getPointTableConfByPointTableName = defineCall({
  name: 'getPointTableConfByPointTableName',
  method: 'POST',
  path: '/api/s1/data/getPointTableConfByPointTableName/{name}',
  effect: 'read',
  access: 'session',
  params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Unsafe<PointTable>(Type.Object({}, { additionalProperties: true })),
  example: { params: { name: 'login_day' }, body: {} },
})

/**
 * The figures of a report: of a saved one (`reportId`), changed by `info`, or of `info` alone. `fresh`
 * bypasses the cache; `tolerant` leaves out deleted definitions and lists them.
 */
export const getReportDataByInfo = defineCall({
  name: 'getReportDataByInfo',
  method: 'POST',
  path: '/api/s1/data/getReportDataByInfo',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    {
      reportId: Type.Optional(id),
      info: namedInfoSchema,
      fresh: Type.Optional(Type.Boolean()),
      tolerant: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: table,
  example: { body: { info: { dims: [], points: [1] } } },
})

/** When the tables behind reports were last updated. */
export const getReportUpdateTime = defineCall({
  name: 'getReportUpdateTime',
  method: 'POST',
  path: '/api/s1/data/getReportUpdateTime',
  effect: 'read',
  access: 'session',
  body: Type.Object({ reportIds: Type.Array(id, { maxItems: 200 }) }, { additionalProperties: false }),
  reply: Type.Array(Type.Object({ reportId: id, updateTime: nullable(Type.String()) })),
  example: { body: { reportIds: [1] } },
})

export const addOrUpdateReportRemark = defineCall({
  name: 'addOrUpdateReportRemark',
  method: 'POST',
  path: '/api/s1/data/addOrUpdateReportRemark',
  access: { own: 'search_config' },
  body: Type.Object(
    {
      id,
      remark: Type.String({ maxLength: 10_000 }),
      /** The remark before the change; if it differs by now, the change is refused as a conflict. */
      former: Type.Optional(Type.String({ maxLength: 10_000 })),
    },
    { additionalProperties: false },
  ),
  reply: saved,
  example: { body: { id: 987654321, remark: '' } },
})

/**
 * Without id (or with -1) it adds a report: to the view, or to a private one made for it and named by `newView`.
 * `restored` restores a deleted one.
 */
export const addOrUpdateReportMeta = defineCall({
  name: 'addOrUpdateReportMeta',
  method: 'POST',
  path: '/api/s1/data/addOrUpdateReportMeta',
  access: { own: 'search_config' },
  body: Type.Object(
    {
      id: Type.Optional(idOrNewSchema),
      viewMetaId: Type.Optional(id),
      newView: Type.Optional(title),
      reportName: Type.Optional(title),
      info: Type.Optional(namedInfoSchema),
      /** What the client last read; an update of something newer is refused as a conflict. */
      modifiedAt: Type.Optional(Type.String({ maxLength: 40 })),
      ...edited,
      restored: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ id, viewMetaId: id, modifiedAt: Type.String() }),
  example: { body: { viewMetaId: 987654321, reportName: '新报表', info: { dims: [], points: [987654321] } } },
})

/** Deletes reports of one view: the given ones, or all. */
export const delReportByViewMetaId = defineCall({
  name: 'delReportByViewMetaId',
  method: 'POST',
  path: '/api/s1/data/delReportByViewMetaId',
  access: { own: 'search_config' },
  body: Type.Object(
    { viewMetaId: id, reportIds: Type.Optional(Type.Array(id, { maxItems: 200 })) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ deletedIds: Type.Array(id) }),
  example: { body: { viewMetaId: 987654321 } },
})
