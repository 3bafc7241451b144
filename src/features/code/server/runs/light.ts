// Small, immediate answers: samples and choices, from memory where an equal question was asked of the same
// data. They keep no result and are not in the history, but in the audit.

import type { Deps } from '#server/deps.ts'
import type { Asker } from '#server/http/registerCall.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import { lightRows, type Run, type RunParameters } from '#features/code/contract.ts'
import { cacheKeyOf, isRepeatable } from './cacheKey.ts'
import { columnsOf } from './columns.ts'
import { newRunId } from './ownership.ts'
import { sightOf } from './scope.ts'
import { sandboxParameters } from './work.ts'

const mostCharacters = 8 * 1024 * 1024
const cacheCharacters = 32 * 1024 * 1024
const timeoutMs = 60_000

interface LightQuestion {
  sql: string
  params?: RunParameters | undefined
  limit?: number | undefined
}

interface LightAnswer {
  run: Run
  /** Column-wise cells, as JSON texts. */
  columns: string[]
}

export class LightAnswers {
  readonly #deps: Deps
  /** In order of last use. */
  readonly #kept = new Map<string, { answer: LightAnswer; size: number }>()
  #size = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async answer(caller: Asker, question: LightQuestion): Promise<LightAnswer> {
    const { user } = caller
    const order = { sql: question.sql, params: question.params ?? {}, limit: question.limit ?? lightRows }
    const sight = await sightOf(this.#deps, user, order.sql)
    const key = `${user.id}:${order.limit}:${cacheKeyOf(this.#deps, user, order, sight)}`
    const kept = this.#take(key)
    const detail = { sql: order.sql.slice(0, 4_000), ...(kept && { cached: true }) }
    await writeAudit(this.#deps.metadata.db, { userId: user.id, action: 'sql.light', detail })
    if (kept) return { ...kept, run: { ...kept.run, cached: true } }
    const startedAt = new Date()
    const chunks: ColumnChunk[] = []
    let size = 0
    const result = await this.#deps.sandbox.run({
      userId: user.id,
      sql: order.sql,
      params: sandboxParameters(order.params),
      scope: sight.scope,
      limit: order.limit,
      mode: 'rows',
      quick: true,
      timeoutMs,
      signal: caller.signal,
      onChunk: (chunk) => {
        for (const column of chunk.columns) size += column.length
        if (size > mostCharacters) throw tooLarge()
        chunks.push(chunk)
      },
    })
    const { columns: found, ...figures } = result
    const answer = {
      run: { ...emptyRun(order.sql, startedAt), ...figuresOf(figures), columns: columnsOf(found) },
      columns: found.map((_, index) => joined(chunks, index)),
    }
    if (isRepeatable(order.sql)) this.#keep(key, answer, size + order.sql.length)
    return answer
  }

  #take(key: string): LightAnswer | null {
    const found = this.#kept.get(key)
    if (!found) return null
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found.answer
  }

  #keep(key: string, answer: LightAnswer, size: number): void {
    this.#drop(key)
    this.#kept.set(key, { answer, size })
    this.#size += size
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= cacheCharacters) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0
    this.#kept.delete(key)
  }
}

const tooLarge = () =>
  new AppError('parameter_wrong', `结果超过 ${mostCharacters / 1024 / 1024} MB，请减少行列，或改用「运行」`)

function joined(chunks: ColumnChunk[], index: number): string {
  const cells = chunks.map(({ columns }) => (columns[index] ?? '[]').slice(1, -1)).filter(Boolean)
  return `[${cells.join()}]`
}

const figuresOf = (figures: Pick<Run, 'rowCount' | 'truncated' | 'elapsedMs' | 'queuedMs'>) => ({
  rowCount: figures.rowCount,
  truncated: figures.truncated,
  elapsedMs: figures.elapsedMs,
  queuedMs: figures.queuedMs,
})

/** The id has the format of run ids and matches no run. */
const emptyRun = (sql: string, startedAt: Date): Run => ({
  queryId: newRunId('light'),
  kind: 'query',
  status: 'done',
  place: null,
  waiting: 0,
  title: '',
  sql,
  columns: [],
  data: [],
  from: 0,
  rowCount: 0,
  truncated: false,
  summary: null,
  elapsedMs: 0,
  queuedMs: 0,
  cached: false,
  updateTime: null,
  startedAt: startedAt.toISOString(),
  endedAt: new Date().toISOString(),
  expiresAt: null,
  pinned: false,
  problem: null,
  file: null,
  stamp: 0,
})
