// The results process: trusted, because it runs only our own statements. Started by engine.ts.
import { rm } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { storageFailure } from '#server/storage.ts'
import { isDamage } from '#server/warehouse/duckdb/damage.ts'
import { spokenText } from '#server/warehouse/spoken.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { damage } from '../file/failures.ts'
import { chart } from './chart.ts'
import { compare, differences } from './compare.ts'
import { find } from './find.ts'
import type { Answer, EngineConfiguration, JobKind, Jobs, Order } from './messages.ts'
import { selection } from './selection.ts'
import { statistics } from './statistics.ts'
import { Tables } from './tables.ts'
import { Urgency } from './urgency.ts'
import { values } from './values.ts'
import { makeView, viewWindow } from './views.ts'
import type { Work } from './work.ts'
import { writeTable } from './writeTable.ts'

type Do<Kind extends JobKind> = (
  work: Work,
  input: Jobs[Kind]['takes'],
  tables: Tables,
) => Promise<Jobs[Kind]['gives']>

const jobs: { [Kind in JobKind]: Do<Kind> } = {
  load: async (work, { source }) => {
    await tables.table(source, work.signal)
    return null
  },
  view: makeView,
  window: viewWindow,
  statistics,
  selection,
  values,
  find,
  compare,
  differences,
  chart,
  writeTable,
  forget: async (_work, { id }) => {
    await tables.forget(id)
    return null
  },
}

const configuration: EngineConfiguration = JSON.parse(process.argv[2] ?? '{}')
const running = new Map<number, AbortController>()

// A native statement may be running; a plain exit would wait for it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
const urgency = new Urgency()
const tables = await Tables.open(configuration)
process.on('message', (order) => void receive(order as Order))
say({ kind: 'ready' })
// The process is killed at its end, which would lose its compile cache.
flushCompileCache()

function say(answer: Answer): void {
  process.send?.(answer)
}

async function receive(order: Order): Promise<void> {
  if (order.kind === 'cancel') {
    running.get(order.id)?.abort(new AppError('query_canceled'))
    return
  }
  const controller = new AbortController()
  running.set(order.id, controller)
  const leave = order.kind === 'load' ? () => {} : urgency.enter()
  try {
    const run = jobs[order.kind] as Do<JobKind>
    const value = await tables.work(controller.signal, (work) => run(work, order.input, tables))
    say({ kind: 'done', id: order.id, value })
  } catch (error) {
    if (isDamage((error as Error).message)) await startAnew()
    say({ kind: 'failed', id: order.id, ...spoken(error, controller.signal) })
  } finally {
    running.delete(order.id)
    leave()
  }
}

/** The tables on disk are damaged: another process rebuilds them. */
async function startAnew(): Promise<never> {
  await rm(configuration.folder, { recursive: true, force: true })
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

function spoken(error: unknown, signal: AbortSignal): { code: ErrorCode; message: string } {
  const known = signal.aborted ? signal.reason : error
  const damaged = damage(known)
  if (damaged) return { code: damaged.code, message: damaged.message }
  if (known instanceof AppError) return { code: known.code, message: known.message }
  const { message, code } = known as NodeJS.ErrnoException
  if (code === 'ENOENT') return { code: 'result_expired', message: '结果已过期，请重新运行' }
  const outgrown = /max_temp_directory_size/.test(message) ? new AppError('storage_full') : null
  const unstored = storageFailure(known) ?? outgrown
  if (unstored) return { code: unstored.code, message: unstored.message }
  if (/^Out of Memory Error/.test(message)) {
    return { code: 'query_failed', message: '处理结果所需内存超出限制，请减少行数或列数' }
  }
  return { code: 'query_failed', message: `处理结果失败：${spokenText(known, '请重新运行查询后再试')}` }
}
