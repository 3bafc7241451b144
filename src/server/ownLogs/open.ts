// The server's own logs, there from the first start: requests, warnings and failures, statements, the audit.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { SeenRequest } from '../http/requests.ts'
import { currentLine } from '../limits/lines.ts'
import { onWarnings } from '../log.ts'
import { AuditCopy } from './auditCopy.ts'
import { masked } from './masking.ts'
import { OwnLog } from './store.ts'
import { type OwnStoreName, ownStores } from './stores.ts'

declare module 'fastify' {
  interface FastifyInstance {
    ownLogs: OwnLogs
  }
}

interface OwnLogs {
  noteRequest(request: FastifyRequest, reply: FastifyReply, seen: SeenRequest): void
  /** From here on each statement leaves its line. */
  noteRuns(deps: Pick<Deps, 'warehouse' | 'sandbox'>): void
  /** Resolves when what was noted before can be read. */
  refresh(store: string): Promise<void>
  stop(): Promise<void>
}

/** What waits for lines would wake itself by its own. */
const unnoted = new Set(['tailLogs', 'followSearch', 'sendSpans'])
const mostNames = 10_000

export function openOwnLogs(deps: Deps): OwnLogs {
  const { settings, metadata, log } = deps
  const keeping = settings.installation.logs
  const logs = Object.fromEntries(
    ownStores.map(({ name }) => [name, new OwnLog(join(settings.dataDir, 'logs', name), keeping)]),
  ) as Logs
  const audit = new AuditCopy(metadata, logs.audit, keeping.days)
  const names = new Map<number, string>()
  const forgetWarnings = onWarnings(log, (line) => logs.error.write(masked(line.trimEnd())))
  let forgetRuns = () => {}
  endAtExit(logs)
  return {
    noteRequest(request, reply, seen) {
      if (unnoted.has(seen.call)) return
      const { user } = request
      if (user && names.size < mostNames) names.set(user.id, user.username)
      logs.access.write(requestLine(request, reply, seen))
    },
    noteRuns(stores) {
      forgetRuns = noteRuns(stores, logs.sql, names)
    },
    async refresh(store) {
      if (store === 'audit')
        await audit.refresh().catch((error) => log.warn({ err: error }, 'audit was not copied'))
      else if (Object.hasOwn(logs, store)) await logs[store as OwnStoreName].flush()
    },
    async stop() {
      opened.delete(logs)
      forgetWarnings()
      forgetRuns()
      await Promise.all(Object.values(logs).map((own) => own.flush()))
    },
  }
}

type Logs = Record<OwnStoreName, OwnLog>
/** One listener ends them all: a process may hold several servers. */
const opened = new Set<Logs>()
let isListening = false

function endAtExit(logs: Logs): void {
  opened.add(logs)
  if (isListening) return
  isListening = true
  process.once('exit', () => {
    for (const each of opened) for (const own of Object.values(each)) own.end()
  })
}

/** Written by hand: it is part of what each request costs. */
function requestLine(
  request: FastifyRequest,
  reply: FastifyReply,
  { call, status, seconds }: SeenRequest,
): string {
  const { user } = request
  const who = user ? `"userId":${user.id},"user":${JSON.stringify(user.username)},` : ''
  const length = reply.getHeader('content-length')
  const bytes = length === undefined ? '' : `,"bytes":${Number(length)}`
  const ms = Math.round(seconds * 10_000) / 10
  return `{"time":"${timeText()}","reqId":"${request.id}",${who}"method":"${request.method}","call":${JSON.stringify(call)},"status":${status},"ms":${ms}${bytes}}`
}

let stamped = { at: 0, text: '' }
function timeText(): string {
  const at = Date.now()
  if (at !== stamped.at) stamped = { at, text: new Date(at).toISOString() }
  return stamped.text
}

type Run<Request, Result> = (request: Request) => Promise<Result>
interface Measured {
  rowCount: number
}

/** Each statement's line: whose, how long, how much, how it ended; of its text a number by which equal ones meet. */
function noteRuns(
  { warehouse, sandbox }: Pick<Deps, 'warehouse' | 'sandbox'>,
  log: OwnLog,
  names: ReadonlyMap<number, string>,
): () => void {
  const noted =
    <Request extends { sql: string; userId?: number }, Result extends Measured>(
      kind: string,
      run: Run<Request, Result>,
    ): Run<Request, Result> =>
    async (request) => {
      const begun = performance.now()
      const line = currentLine()
      const userId = request.userId ?? (typeof line === 'number' ? line : undefined)
      const tell = (result: string, rows?: number) =>
        log.write(
          JSON.stringify({
            time: timeText(),
            userId,
            user: userId === undefined ? undefined : names.get(userId),
            kind,
            statement: createHash('sha256').update(request.sql).digest('hex').slice(0, 12),
            ms: Math.round((performance.now() - begun) * 10) / 10,
            rows,
            result,
          }),
        )
      try {
        const result = await run(request)
        tell('ok', result.rowCount)
        return result
      } catch (error) {
        tell(String((error as { code?: unknown }).code ?? 'failed'))
        throw error
      }
    }
  const [report, own] = [warehouse.run, sandbox.run]
  warehouse.run = noted('report', report.bind(warehouse))
  sandbox.run = noted('sql', own.bind(sandbox))
  return () => {
    warehouse.run = report
    sandbox.run = own
  }
}
