// `npm run audit` reports whether the registry answered; a missing answer is no pass.
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
let registry: Server | undefined
afterEach(() => registry?.close())

/** A registry that answers every audit so, and knows one version of each package. */
async function registryWith(status: number, answer: string): Promise<string> {
  const server = createServer((request, reply) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? '')
    const known = {
      name,
      'dist-tags': { latest: '0.0.1' },
      versions: { '0.0.1': { name, version: '0.0.1' } },
    }
    const isAudit = request.method === 'POST'
    request.resume().on('end', () => {
      reply.writeHead(isAudit ? status : 200, { 'content-type': 'application/json' })
      reply.end(isAudit ? answer : JSON.stringify(known))
    })
  })
  registry = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const audit = (address: string): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const args = ['src/setup/audit.mjs', `--registry=${address}`, '--fetch-retries=0']
    execFile(process.execPath, args, { cwd: root }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, said: out + err }),
    )
  })

it('passes where the registry knows no faults', async () => {
  const { code, said } = await audit(await registryWith(200, '{}'))
  expect(said).toContain('found 0 vulnerabilities')
  expect(code).toBe(0)
})

it('says that nothing was checked where the registry answers no audits', async () => {
  const { code, said } = await audit(await registryWith(405, '{}'))
  expect(said).toContain('does not answer audits')
  expect(code).toBe(3)
})

it('fails where the registry knows a fault', async () => {
  const fault = {
    id: 1,
    url: 'https://example.com/1',
    title: 'a fault',
    severity: 'high',
    vulnerable_versions: '*',
  }
  const { code, said } = await audit(await registryWith(200, JSON.stringify({ fastify: [fault] })))
  expect(said).toContain('a fault')
  expect(code).toBe(1)
})
