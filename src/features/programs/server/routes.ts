// The calls for programs.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerRaw } from '#server/http/registerCall.ts'
import { RawText } from '#server/http/reply.ts'
import * as calls from '../contract.ts'

export function registerPrograms(app: FastifyInstance, { settings }: Deps): void {
  let document: Promise<string> | undefined
  registerRaw(app, calls.openApi, async () => {
    document ??= documentText(app)
    return new RawText(await document)
  })
  registerRaw(app, calls.mcp, async ({ body }, { bearer, cookies, address, userAgent, signal }) => {
    const [{ serveMcp }, { askingOf }] = await Promise.all([
      import('./mcp/serve.ts'),
      import('./mcp/asking.ts'),
    ])
    const caller = { bearer, cookies, address, userAgent, signal }
    return serveMcp(body, askingOf(app, caller, settings.installation.publicUrl ?? ''))
  })
  registerRaw(app, calls.mcpStream, () => {
    const refused = {
      isSuccess: false,
      data: null,
      msg: '这里没有服务器自己的消息流，请用 POST',
      code: 'request_malformed',
    }
    return new RawText(JSON.stringify(refused), 405, { allow: 'POST' })
  })
}

async function documentText({ calls: registered }: FastifyInstance): Promise<string> {
  const { makeDocument } = await import('./openApi/document.ts')
  const about = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')
  return JSON.stringify(makeDocument(registered, (JSON.parse(about) as { version: string }).version))
}
