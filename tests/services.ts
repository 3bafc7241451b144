// Shared services that few test files could start alone: one PostgreSQL, one ClickHouse, one demo and one table page
// for the whole run, each started on first use (see factories/services.ts).
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { startClickHouse } from './factories/clickhouse/start.ts'
import { startDemo } from './factories/demo/start.ts'
import { startPostgres } from './factories/postgres.ts'
import { startTablePage } from './factories/tablePage.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    services: string
  }
}

interface Service {
  /** What test files receive, such as an address. */
  place: unknown
  stop(): Promise<void>
}

const starters: Record<string, () => Promise<Service>> = {
  '/postgres': startPostgres,
  '/clickhouse': startClickHouse,
  '/demo': startDemo,
  '/tablePage': startTablePage,
}

const compiling = new URL('../src/server/warehouse/sandbox/compileAhead.ts', import.meta.url).href

export default async function setup(project: TestProject) {
  // Compiled ahead as the server does, because a sandbox process cannot write the compile cache.
  const script = `await (await import(${JSON.stringify(compiling)})).compileAhead()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  const started = new Map<string, Promise<Service>>()
  const server = createServer(async (request, reply) => {
    const name = request.url ?? ''
    const service = started.get(name) ?? starters[name]?.()
    if (service) started.set(name, service)
    try {
      reply.end(JSON.stringify((await service)?.place))
    } catch (error) {
      reply.writeHead(500).end((error as Error).message)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('services', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    for (const service of started.values()) await (await service.catch(() => null))?.stop()
    server.closeAllConnections()
    server.close()
  }
}
