// What programs and assistants read about the product.
import { Type } from 'typebox'
import { defineCall } from '#shared/call.ts'

/** The document of all calls, as OpenAPI 3.1 describes it. */
export const openApi = defineCall({
  name: 'openApi',
  method: 'GET',
  path: '/open_api.json',
  access: 'session',
  raw: true,
  reply: Type.Object({ openapi: Type.String() }, { additionalProperties: true }),
  example: {},
})
