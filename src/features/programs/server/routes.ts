// The calls for programs.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { registerRaw } from '#server/http/registerCall.ts'
import { RawText } from '#server/http/reply.ts'
import * as calls from '../contract.ts'

export function registerPrograms(app: FastifyInstance): void {
  let document: Promise<string> | undefined
  registerRaw(app, calls.openApi, async () => {
    document ??= documentText(app)
    return new RawText(await document)
  })
}

async function documentText({ calls: registered }: FastifyInstance): Promise<string> {
  const { makeDocument } = await import('./openApi/document.ts')
  const about = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')
  return JSON.stringify(makeDocument(registered, (JSON.parse(about) as { version: string }).version))
}
