// A report as an .xls.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idSchema as id } from '#shared/ids.ts'
import { namedInfoSchema } from './request.ts'
import { flag, title } from './shared.ts'

/** A pivot's state on screen, beyond its `info`. */
const shownPivot = Type.Object(
  {
    /** Whether the column 合计 is shown. */
    totals: Type.Optional(Type.Boolean()),
    /** Sorted by one column of the pivot: `p5@/"ios"`. */
    sort: Type.Optional(
      Type.Object(
        { key: Type.String({ maxLength: 10_000 }), desc: Type.Boolean() },
        { additionalProperties: false },
      ),
    ),
    /** Paths of folded row groups. */
    folded: Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 10_000 })),
  },
  { additionalProperties: false },
)
export type ShownPivot = Static<typeof shownPivot>

/**
 * An .xls of a report, over the whole requested range. Flags: include computed values, only these, the total
 * row. With `pivot` it is laid out as a pivot, with the dimensions of `info.pivot` across.
 */
export const exporeExcel = defineCall({
  name: 'exporeExcel',
  method: 'POST',
  path: '/api/s1/data/exporeExcel',
  access: 'session',
  kind: 'blob',
  query: Type.Object({ exportSetting: flag, computeOnly: flag, showBottom: flag }),
  body: Type.Object(
    {
      reportId: Type.Optional(id),
      /** File name before its time stamp; the saved report's name when absent. */
      reportName: Type.Optional(title),
      info: namedInfoSchema,
      pivot: Type.Optional(shownPivot),
    },
    { additionalProperties: false },
  ),
  example: { body: { info: { dims: [], points: [987654321] } } },
})
