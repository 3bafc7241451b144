// Looking up trace codes: who saw or exported which figures, when, and with which filters.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

export const traceKinds = ['view', 'export', 'embed'] as const
const traceEntry = Type.Object({
  code: Type.String(),
  kind: Type.Enum([...traceKinds]),
  /** When the code was first issued, ISO. */
  at: Type.String(),
  /** Null for readers of an embed. */
  user: nullable(Type.Object({ id: Type.Integer(), email: Type.String(), username: Type.String() })),
  reportId: nullable(Type.Integer()),
  viewId: nullable(Type.Integer()),
  reportName: Type.String(),
  /** The definition that ran: points, dimensions, days, filters. */
  info: Type.Unsafe<unknown>({}),
  /** The definition as Chinese lines. */
  lines: Type.Array(Type.String()),
})
export type TraceEntry = Static<typeof traceEntry>

/** Case, spaces and dashes in a code are ignored. */
export const lookUpTrace = defineCall({
  name: 'lookUpTrace',
  method: 'GET',
  path: '/api/s1/trace/lookUp/{code}',
  access: { keys: ['manage_authority'] },
  params: Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) }),
  reply: traceEntry,
  example: { params: { code: 'NONE' } },
})
