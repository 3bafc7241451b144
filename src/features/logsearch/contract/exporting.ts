// Matching lines as a file.
import { Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, asked, example, fieldName, ours } from './shared.ts'

/** Lines of a file, the first in order; there may be more. */
export const mostExported = 100_000
/** Columns of a csv. */
export const mostColumns = 50
/** Characters of a line; longer lines are cut. */
export const exportedText = 100_000

/** A csv has a column per named field, else one of whole lines; times come first. Recorded in the audit. */
export const exportLogs = defineCall({
  name: 'exportLogs',
  method: 'POST',
  path: `${ours}/export`,
  access,
  kind: 'blob',
  body: Type.Object(
    {
      ...asked,
      order: Type.Optional(Type.Enum(['newest', 'oldest'])),
      /** `jsonl`: one object per line with time, file, text and fields. */
      format: Type.Enum(['csv', 'jsonl']),
      fields: Type.Optional(Type.Array(fieldName, { maxItems: mostColumns })),
    },
    closed,
  ),
  example: { body: { ...example, format: 'csv' } },
})
