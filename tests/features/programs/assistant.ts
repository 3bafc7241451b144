// An assistant of the tests: the kit's own client over HTTP, with a token of a demo account.
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { pathOf } from '#shared/call.ts'
import type { House } from '#tests/factories/house.ts'
import { saveToken } from '#features/tokens/contract.ts'

export interface Answered {
  text: string
  isError: boolean
  structured: Record<string, unknown>
}

export interface Assistant {
  client: Client
  token: string
  use(tool: string, given?: object): Promise<Answered>
  close(): Promise<void>
}

export async function addressOf(house: House): Promise<string> {
  if (!house.app.server.listening) await house.app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(house.app.server.address() as AddressInfo).port}`
}

/** A token of the demo account: `viewer`, `analyst` … */
export async function tokenOf(house: House, account: string, change: object = {}): Promise<string> {
  const send = (url: string, payload: object, headers: Record<string, string> = {}) =>
    house.app.inject({ method: 'POST', url, payload, headers })
  const user = `${account}@example.com`
  const signedIn = await send('/api/s1/data/login', { user, password: 'analytics-demo' })
  const cookie = [signedIn.headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')
  tokens += 1
  const { games } = await gamesOf(house, account)
  const body = { name: `assistant ${tokens}`, scope: 'write', games, ...change }
  const made = await send(pathOf(saveToken), body, { cookie })
  const { data, msg } = made.json<{ data: { secret: string } | null; msg: string }>()
  if (!data) throw new Error(msg)
  return data.secret
}
let tokens = 0

async function gamesOf({ deps }: House, account: string): Promise<{ games: '*' | string[] }> {
  const row = await deps.metadata.db
    .selectFrom('user')
    .select('games')
    .where('email', '=', `${account}@example.com`)
    .executeTakeFirstOrThrow()
  return { games: JSON.parse(String(row.games)) as '*' | string[] }
}

export async function assist(house: House, token: string): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${await addressOf(house)}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  // The kit's own types differ under exact optional types.
  await client.connect(transport as Parameters<Client['connect']>[0])
  return {
    client,
    token,
    async use(name, given = {}) {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...given } })
      const [part] = content as { text: string }[]
      return {
        text: part?.text ?? '',
        isError: isError === true,
        structured: (structuredContent ?? {}) as Record<string, unknown>,
      }
    },
    close: () => client.close(),
  }
}
