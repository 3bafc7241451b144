// Runs custom reports in the sandbox, on the rows that publisher and reader may both see; equal requests are
// answered from memory, and concurrent equal requests run once.

import { type RowScope, sharedRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { SandboxRequest } from '#server/warehouse/sandbox/types.ts'
import type { ColumnChunk, WarehouseColumn } from '#server/warehouse/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { namesFestival } from '#shared/days/festivals.ts'
import { AppError } from '#shared/errors.ts'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import { readFestivals } from '#features/calendar/server/index.ts'
import { isRepeatable, sandboxParameters, sightKey, tablesInScope } from '#features/code/server/index.ts'
import { type DictionaryTables, dictionaryTables } from '#features/dictionary/server/index.ts'
import type { TraceDetail } from '#features/trace/server/index.ts'
import { type CustomValues, customRows } from '../contract.ts'
import { readPublisher } from './publisher.ts'
import type { StoredCustomReport } from './repo.ts'
import { SharedAnswers } from './sharedAnswers.ts'
import { dayTexts, resolveValues } from './values.ts'

export interface CustomAnswer {
  columns: WarehouseColumn[]
  /** Cells by column, as JSON texts. */
  cells: string[]
  rowCount: number
  truncated: boolean
  elapsedMs: number
  computedAt: string
  size: number
}

export interface CustomOrder {
  report: StoredCustomReport
  values: Record<string, ParameterValue>
  scope: RowScope
  /** Dictionaries that the statement names, limited to the report's games. */
  dictionaries: DictionaryTables
}

const mostCharacters = 64 * 1024 * 1024
const timeoutMs = 170_000

/**
 * Prepares a run for the reader. Throws when the publisher has lost the permissions, or when a value is
 * invalid.
 */
export async function orderFor(
  { metadata, settings }: Deps,
  user: SessionUser,
  report: StoredCustomReport,
  given: CustomValues,
): Promise<CustomOrder> {
  const publisher = await readPublisher(metadata.db, report.ownerId)
  if ('problem' in publisher) throw new AppError('report_invalid', publisher.problem)
  const today = businessDay(settings)
  const isFestival = dayTexts(report.params, given).some(namesFestival)
  const festivalDays = isFestival ? await readFestivals(metadata, today) : undefined
  const values = resolveValues(report.params, given, { today, festivalDays })
  const scope = sharedRows(publisher.scope, user)
  return {
    report,
    values,
    scope,
    dictionaries: await dictionaryTables(metadata.db, report.sql, scope.games),
  }
}

export const traceDetail = ({ report, values }: CustomOrder): TraceDetail => ({
  reportId: null,
  viewId: null,
  reportName: report.name,
  info: { dims: [], points: [] },
  custom: { id: report.id, version: report.version, values },
})

/** The part common to both ways of running; temp tables belong to their owner only, so reports have none. */
export async function sandboxRequest(
  deps: Deps,
  user: SessionUser,
  { report, values, scope, dictionaries }: CustomOrder,
): Promise<Omit<SandboxRequest, 'mode' | 'limit'>> {
  const typed = Object.fromEntries(
    report.params.map(({ name, type }) => [name, { type, value: values[name] ?? null }]),
  )
  return {
    userId: user.id,
    sql: report.sql,
    params: sandboxParameters(typed),
    scope: {
      ...(await tablesInScope(deps, scope)),
      temporary: [],
      dictionaries: dictionaries.tables,
    },
    timeoutMs,
  }
}

export class CustomRuns {
  readonly #deps: Deps
  readonly #answers = new SharedAnswers<CustomAnswer>({ mostSize: mostCharacters })

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async run(
    user: SessionUser,
    order: CustomOrder,
    { fresh = false, signal }: { fresh?: boolean; signal: AbortSignal },
  ): Promise<{ answer: CustomAnswer; cached: boolean }> {
    const { report, values } = order
    const detail = { id: report.id, name: report.name, version: report.version, values }
    await writeAudit(this.#deps.metadata.db, { userId: user.id, action: 'custom.run', detail })
    const key = isRepeatable(report.sql) ? this.#keyOf(order) : null
    return this.#answers.get(key, { fresh, signal }, (own) => this.#ask(user, order, own))
  }

  /** Equal keys mean equal rows: the same statement, values and scope, on the same data and day. */
  #keyOf({ report, values, scope, dictionaries }: CustomOrder): string {
    const { warehouse, settings } = this.#deps
    const days = [businessDay(settings), new Date().toISOString().slice(0, 10)]
    const data = [sightKey(scope), warehouse.version(), dictionaries.version, days]
    return JSON.stringify([report.sql, report.params, values, ...data])
  }

  async #ask(user: SessionUser, order: CustomOrder, signal: AbortSignal): Promise<CustomAnswer> {
    const chunks: ColumnChunk[] = []
    let size = 0
    const result = await this.#deps.sandbox.run({
      ...(await sandboxRequest(this.#deps, user, order)),
      mode: 'rows',
      limit: customRows,
      signal,
      onChunk: (chunk) => {
        for (const column of chunk.columns) size += column.length
        if (size > mostCharacters)
          throw new AppError('parameter_wrong', '结果超过 64 MB，请缩小范围，或直接导出')
        chunks.push(chunk)
      },
    })
    return {
      columns: result.columns,
      cells: result.columns.map((_, index) => joined(chunks, index)),
      rowCount: result.rowCount,
      truncated: result.truncated,
      elapsedMs: result.elapsedMs,
      computedAt: new Date().toISOString(),
      size,
    }
  }
}

function joined(chunks: readonly ColumnChunk[], index: number): string {
  const cells = chunks.map(({ columns }) => (columns[index] ?? '[]').slice(1, -1)).filter(Boolean)
  return `[${cells.join()}]`
}
