// The metrics of /metrics: requests by call, and the state of the engines.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { SeenRequest } from './requests.ts'

export interface Figures {
  contentType: string
  text(): Promise<string>
  add(seen: SeenRequest): void
  stop(): void
}

export function openFigures(deps: Deps): Figures {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'analytics_requests_total',
    help: 'Requests that ended, by call and status; 499 where the reader went away.',
    labelNames: ['call', 'status'],
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
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    add: ({ call, status, seconds: taken }) => {
      requests.inc({ call, status })
      seconds.observe({ call }, taken)
    },
    stop: () => delay.disable(),
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

function measureWork(registers: Registers, { metadata, warehouse, sandbox, cache }: Deps): void {
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
  new Gauge({
    name: 'analytics_jobs',
    help: 'Jobs that wait or run, on all servers of the store.',
    labelNames: ['kind', 'status'],
    registers,
    async collect() {
      const open = metadata.db
        .selectFrom('job')
        .select(['kind', 'status', sql<number>`count(*)`.as('count')])
        .where('status', 'in', ['queued', 'running'])
        .groupBy(['kind', 'status'])
      this.reset()
      for (const { kind, status, count } of await open.execute()) this.set({ kind, status }, count)
    },
  })
}
