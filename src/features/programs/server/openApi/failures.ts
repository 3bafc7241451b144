// The table of errors as responses of the document: by status, each with its codes and their messages.
import { type ErrorCode, errors } from '#shared/errors.ts'
import type { Json } from './types.ts'

const byStatus = Map.groupBy(Object.entries(errors), ([, { status }]): number => status)

const codesOf = (status: number): string[] => (byStatus.get(status) ?? []).map(([code]) => code)

/** Statuses of failures that say nothing but that the user can mend it are 200, as successes are. */
const mendable = 200

const named = (status: number): string => `Failed${status}`

const listed = (status: number): string =>
  (byStatus.get(status) ?? []).map(([code, { message }]) => `- \`${code}\`：${message}`).join('\n')

const failureOf = (codes: readonly string[]): Json => ({
  type: 'object',
  required: ['isSuccess', 'data', 'msg', 'code'],
  properties: {
    isSuccess: { const: false },
    data: { description: '补充的信息，多数为 null' },
    msg: { type: 'string', description: '给人看的原因' },
    code: { enum: codes, description: '稳定不变的错误代码' },
  },
})

/** Schemas and responses that all operations refer to. */
export function failureParts(): { schemas: Record<string, Json>; responses: Record<string, Json> } {
  const others = [...byStatus.keys()].filter((status) => status !== mendable).sort((a, b) => a - b)
  return {
    schemas: {
      Mendable: { ...failureOf(codesOf(mendable)), description: `可以改正的失败\n\n${listed(mendable)}` },
      ...Object.fromEntries(others.map((status) => [named(status), failureOf(codesOf(status))])),
    },
    responses: Object.fromEntries(
      others.map((status) => [
        named(status),
        {
          description: listed(status),
          ...(status === 401 && {
            headers: {
              'WWW-Authenticate': { schema: { type: 'string' }, description: 'Bearer error="invalid_token"' },
            },
          }),
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${named(status)}` } } },
        },
      ]),
    ),
  }
}

const ofCallers: readonly number[] = (
  ['session_missing', 'token_invalid', 'permission_missing'] satisfies ErrorCode[]
).map((code) => errors[code].status)

/** The failures that an operation may answer with; a public one knows no caller. */
export const failuresOf = (isPublic: boolean): Record<string, Json> =>
  Object.fromEntries(
    [...byStatus.keys()]
      .filter((status) => status !== mendable && !(isPublic && ofCallers.includes(status)))
      .map((status) => [String(status), { $ref: `#/components/responses/${named(status)}` }]),
  )
