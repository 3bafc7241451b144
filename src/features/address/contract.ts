// Long addresses are stored under a key: whoever gets the short address opens it with their own rights.
import { Type } from 'typebox'
import { defineCall } from '#shared/call.ts'

const ours = '/api/s1/address'
const key = Type.String({ pattern: '^[0-9a-f]{32}$', maxLength: 32 })
/** Enough for a filter of 50,000 values, and more. */
export const longestText = 1_500_000

/** A stored text never changes: a key that already has another text is refused. */
export const keepAddress = defineCall({
  name: 'keepAddress',
  method: 'POST',
  path: `${ours}/keep`,
  access: 'session',
  body: Type.Object(
    { key, text: Type.String({ minLength: 1, maxLength: longestText }) },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
  bodyLimit: 6 * 1024 * 1024,
  example: { body: { key: 'e'.repeat(32), text: '?id=1' } },
})

export const readKeptAddress = defineCall({
  name: 'readKeptAddress',
  method: 'GET',
  path: `${ours}/read/{key}`,
  access: 'session',
  params: Type.Object({ key }),
  reply: Type.Object({ text: Type.String() }),
  example: { params: { key: 'f'.repeat(32) } },
})
