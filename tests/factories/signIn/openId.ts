// A provider of OpenID Connect on loopback, with a form in which anybody's account is typed. For one test file.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Account {
  email: string
  email_verified?: boolean
  name: string
  groups: readonly string[]
}

interface Found {
  destroy(): Promise<void>
}
interface Grant {
  addOIDCScope(scope: string): void
  save(): Promise<string>
}
interface Library {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  interactionDetails(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ prompt: { name: string }; params: Record<string, string>; session?: { accountId: string } }>
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  Grant: new (of: { accountId: string; clientId: string }) => Grant
  AuthorizationCode: { find(code: string): Promise<Found | undefined> }
}

export interface OpenIdServer {
  issuer: string
  /** By `sub`; changed by tests. */
  accounts: Map<string, Account>
  /** Who signed in reaches this provider's form no more, and its codes are gone. */
  library: Library
  stop(): Promise<void>
}

export const client = { id: 'analytics', secret: 'secret of the client' }

export async function startOpenId(redirects: readonly string[], back: string): Promise<OpenIdServer> {
  const accounts = new Map<string, Account>()
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const { default: Provider } = (await import('oidc-provider' as string)) as {
    default: new (issuer: string, configuration: object) => Library
  }
  const library = new Provider(issuer, configuration(accounts, redirects, back))
  const callback = library.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/typed/')) void signIn(library, request, response)
    else callback(request, response)
  }
  return {
    issuer,
    accounts,
    library,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const configuration = (
  accounts: ReadonlyMap<string, Account>,
  redirects: readonly string[],
  back: string,
) => ({
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: redirects,
      post_logout_redirect_uris: [back],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  cookies: { keys: ['a key of the tests'] },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'preferred_username'],
    groups: ['groups'],
  },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: true, logoutSource },
  },
  pkce: { required: () => true },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/typed/${uid}` },
  findAccount: (_: unknown, sub: string) => {
    const found = accounts.get(sub)
    return found && { accountId: sub, claims: async () => ({ sub, preferred_username: sub, ...found }) }
  },
})

/** In place of the library's page, which loads a font from elsewhere. */
async function logoutSource(context: { body: string }, form: string): Promise<void> {
  const button = '<button autofocus type="submit" form="op.logoutForm" name="logout" value="yes">out</button>'
  context.body = `<!doctype html><title>provider</title>${form}${button}`
}

async function signIn(library: Library, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session } = await library.interactionDetails(request, response)
  if (prompt.name === 'consent') {
    const accountId = session?.accountId ?? ''
    const grant = new library.Grant({ accountId, clientId: client.id })
    grant.addOIDCScope(params.scope ?? '')
    const consent = { grantId: await grant.save() }
    return library.interactionFinished(request, response, { consent })
  }
  if (request.method === 'POST') {
    const typed = new URLSearchParams(await textOf(request))
    const refusal = { error: 'access_denied', error_description: 'no' }
    const accountId = typed.get('account') ?? ''
    return library.interactionFinished(
      request,
      response,
      accountId === '' ? refusal : { login: { accountId } },
    )
  }
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    '<!doctype html><title>provider</title><form method="post"><input name="account" autofocus><button>go</button></form>',
  )
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** A browser at the provider: types the account, and returns the query that it is sent back with. */
export async function walk(address: string, account: string, backTo: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next: { url: string; body?: string } = { url: address }
  for (let step = 0; step < 12; step += 1) {
    const reply = await fetch(next.url, {
      method: next.body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(next.body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(next.body !== undefined && { body: next.body }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (location === null) {
      if (reply.status !== 200)
        throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`)
      next = { url: next.url, body: new URLSearchParams({ account }).toString() }
      continue
    }
    const to = new URL(location, next.url)
    if (to.href.startsWith(backTo)) return to.search.slice(1)
    next = { url: to.href }
  }
  throw new Error('the provider leads in circles')
}
