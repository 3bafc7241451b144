// The metrics of /metrics: requests by call, and the state of the engines.
import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { onCacheRead, onJobStart, onReplica, onStatement } from '../measured.ts'
import type { SeenRequest } from './requests.ts'
import type { WatchedFigure } from './watchedFigure.ts'

export interface Figures {
  contentType: string
  text(): Promise<string>
  add(seen: SeenRequest): void
  stop(): void
}

export function openFigures(deps: Deps, watched: readonly WatchedFigure[]): Figures {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'analytics_requests_total',
    help: 'Requests that ended, by call, status (499 where the reader went away) and the code of a refusal.',
    labelNames: ['call', 'status', 'code'],
    registers,
  })
  const seconds = new Histogram({
    name: 'analytics_request_seconds',
    help: 'How long they took.',
    labelNames: ['call'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  })
  const delay = measureProcess(registers)
  measureWork(registers, deps)
  measureQueue(registers, deps)
  measureDisk(registers, deps)
  for (const figure of watched) watch(registers, figure)
  const listening = [
    measureStatements(registers),
    measureReplicas(registers),
    measureCacheReads(registers),
    measureJobStarts(registers),
  ]
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    add: ({ call, status, code, seconds: taken }) => {
      requests.inc({ call, status, code })
      seconds.observe({ call }, taken)
    },
    stop: () => {
      delay.disable()
      for (const stop of listening) stop()
    },
  }
}

type Registers = Registry[]

function gauge(registers: Registers, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })
}

function measureProcess(registers: Registers) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  new Gauge({
    name: 'analytics_event_loop_lag_seconds',
    help: 'How late the event loop was since it was last asked.',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const part of [50, 99, 100]) {
        // The monitor measures the time between samples, which are 20 ms apart.
        const late = Math.max(delay.percentile(part) / 1e9 - 0.02, 0)
        this.set({ quantile: String(part / 100) }, late)
      }
      delay.reset()
    },
  })
  gauge(registers, 'process_resident_memory_bytes', 'Memory of the server itself.', () =>
    process.memoryUsage.rss(),
  )
  gauge(
    registers,
    'nodejs_heap_size_used_bytes',
    'Of it, objects of the language.',
    () => process.memoryUsage().heapUsed,
  )
  gauge(registers, 'process_start_time_seconds', 'When it started, as Unix time.', () =>
    Math.round(performance.timeOrigin / 1000),
  )
  const started = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the server itself.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      started.reset()
      started.inc((user + system) / 1e6)
    },
  })
  return delay
}

function measureWork(registers: Registers, { warehouse, sandbox, cache }: Deps): void {
  const waits = 'analytics_sandbox_waiting'
  gauge(registers, waits, 'Users’ queries that wait for a turn.', () => sandbox.load().waiting)
  gauge(registers, 'analytics_sandbox_running', 'Users’ queries at work.', () => sandbox.load().running)
  gauge(
    registers,
    'analytics_sandbox_processes',
    'Processes for them, spare ones too.',
    () => sandbox.pids().length,
  )
  gauge(
    registers,
    'analytics_warehouse_readers',
    'Processes that read for reports.',
    () => warehouse.readerPids().length,
  )
  const found = new Counter({
    name: 'analytics_report_cache_total',
    help: 'Questions to the cache of reports, by whether it held the answer.',
    labelNames: ['found'],
    registers,
    collect() {
      const { hits, misses } = cache.counts()
      found.reset()
      found.inc({ found: 'yes' }, hits)
      found.inc({ found: 'no' }, misses)
    },
  })
}

function watch(registers: Registers, { name, help, labelNames, read }: WatchedFigure): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers,
    async collect() {
      const found = await read()
      this.reset()
      for (const { labels, value } of found) this.set(labels, value)
    },
  })
}

function measureStatements(registers: Registers): () => void {
  const buckets = [0.005, 0.02, 0.1, 0.5, 2, 10, 60]
  const labelNames = ['of']
  const waited = new Histogram({
    name: 'analytics_statement_wait_seconds',
    help: 'How long statements waited for their turn, by whose they are: report or sql.',
    labelNames,
    buckets,
    registers,
  })
  const worked = new Histogram({
    name: 'analytics_statement_seconds',
    help: 'How long the warehouse worked on them.',
    labelNames,
    buckets,
    registers,
  })
  return onStatement(({ of, waitedMs, workedMs }) => {
    waited.observe({ of }, waitedMs / 1000)
    worked.observe({ of }, workedMs / 1000)
  })
}

function measureReplicas(registers: Registers): () => void {
  const asked = new Counter({
    name: 'analytics_replica_answers_total',
    help: 'What replicas of a ClickHouse answered, where several addresses are named; answered no: it failed.',
    labelNames: ['of', 'replica', 'answered'],
    registers,
  })
  return onReplica(({ of, replica, answered }) =>
    asked.inc({ of, replica, answered: answered ? 'yes' : 'no' }),
  )
}

function measureCacheReads(registers: Registers): () => void {
  const taken = new Histogram({
    name: 'analytics_report_cache_seconds',
    help: 'How long a look into the cache of reports took, by whether it held the answer.',
    labelNames: ['found'],
    buckets: [0.0005, 0.002, 0.01, 0.05, 0.2, 1],
    registers,
  })
  return onCacheRead(({ found, ms }) => taken.observe({ found: found ? 'yes' : 'no' }, ms / 1000))
}

function measureJobStarts(registers: Registers): () => void {
  const waited = new Histogram({
    name: 'analytics_job_started_after_seconds',
    help: 'How long jobs that this server began had waited since they could begin.',
    labelNames: ['kind'],
    buckets: [0.1, 0.5, 2, 10, 60, 300, 1800],
    registers,
  })
  return onJobStart(({ kind, waitedMs }) => waited.observe({ kind }, waitedMs / 1000))
}

function measureQueue(registers: Registers, { metadata: { db } }: Deps): void {
  new Gauge({
    name: 'analytics_jobs',
    help: 'Jobs that wait, run or have failed (for as long as they are kept), on all servers of the store.',
    labelNames: ['kind', 'status'],
    registers,
    async collect() {
      const open = db
        .selectFrom('job')
        .select(['kind', 'status', sql<number>`count(*)`.as('count')])
        .where('status', 'in', ['queued', 'running', 'failed'])
        .groupBy(['kind', 'status'])
      const rows = await open.execute()
      this.reset()
      for (const { kind, status, count } of rows) this.set({ kind, status }, count)
    },
  })
  new Gauge({
    name: 'analytics_job_wait_seconds',
    help: 'How long the job has waited that waits longest and could run.',
    registers,
    async collect() {
      const now = Date.now()
      const oldest = await db
        .selectFrom('job')
        .select(['enqueued_at', 'run_at'])
        .where('status', '=', 'queued')
        .where('run_at', '<=', new Date(now).toISOString())
        .orderBy('enqueued_at')
        .limit(1)
        .executeTakeFirst()
      const since = oldest ? Math.max(Date.parse(oldest.enqueued_at), Date.parse(oldest.run_at)) : now
      this.set((now - since) / 1000)
    },
  })
  new Gauge({
    name: 'analytics_schedules_late',
    help: 'Schedules whose moment passed more than a minute ago without a job.',
    registers,
    async collect() {
      const late = await db
        .selectFrom('job_schedule')
        .select(sql<number>`count(*)`.as('count'))
        .where('paused', '=', 0)
        .where('next_at', '<', new Date(Date.now() - 60_000).toISOString())
        .executeTakeFirst()
      this.set(Number(late?.count ?? 0))
    },
  })
  new Gauge({
    name: 'analytics_backup_timestamp_seconds',
    help: 'When the last backup ended, as Unix time; 0 where none is known.',
    registers,
    async collect() {
      const last = await db
        .selectFrom('audit')
        .select('at')
        .where('action', '=', 'backup.end')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      this.set(last ? Math.round(Date.parse(last.at) / 1000) : 0)
    },
  })
}

function measureDisk(registers: Registers, { settings: { dataDir } }: Deps): void {
  new Gauge({
    name: 'analytics_disk_bytes',
    help: 'The disk of the data folder: what is free, and all of it.',
    labelNames: ['part'],
    registers,
    async collect() {
      const { bsize, bavail, blocks } = await statfs(dataDir)
      this.set({ part: 'free' }, bsize * bavail)
      this.set({ part: 'all' }, bsize * blocks)
    },
  })
}
