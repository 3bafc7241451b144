// What programs and assistants read about the product.
import { Type } from 'typebox'
import { defineCall } from '#shared/call.ts'

/** A message of JSON-RPC; the kit checks the rest of it. */
const message = Type.Unsafe<Record<string, unknown>>(
  Type.Object({ jsonrpc: Type.Literal('2.0') }, { additionalProperties: true }),
)

/**
 * Messages of the Model Context Protocol (streamable HTTP), one or a batch. Each is answered at once by JSON; what
 * its tools do goes through the other calls, with the caller's token.
 */
export const mcp = defineCall({
  name: 'mcp',
  method: 'POST',
  path: '/mcp',
  effect: 'read',
  access: 'session',
  bearer: 'asked',
  raw: true,
  bodyLimit: 512 * 1024,
  body: Type.Union([message, Type.Array(message, { minItems: 1, maxItems: 50 })]),
  example: { body: { jsonrpc: '2.0', id: 1, method: 'ping' } },
})

/** There is no stream of the server's own messages: 405, as the protocol wants it. */
export const mcpStream = defineCall({
  name: 'mcpStream',
  method: 'GET',
  path: '/mcp',
  access: 'session',
  bearer: 'asked',
  raw: true,
  example: {},
})

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
