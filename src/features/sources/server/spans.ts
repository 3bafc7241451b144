// Days that are loaded again: which sources can, what there is of these days, and where an earlier run stopped.
import type { Db } from '#server/objects/types.ts'
import type { Batch, Connector, FieldValues } from '#server/sources/connector.ts'
import { connectorOf } from '#server/sources/index.ts'
import { businessDay } from '#shared/businessDay.ts'
import { calendarDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import type { RunSpan } from '../contract.ts'
import type { SourcesDeps } from './deps.ts'
import type { StoredSource } from './objectKind.ts'

const mostDays = 3_660

export async function refuseSpan(
  { settings }: SourcesDeps,
  { kind, mode }: StoredSource,
  { from, to }: RunSpan,
): Promise<void> {
  const refuse = (message: string) => {
    throw new AppError('parameter_wrong', message)
  }
  const connector = await connectorOf(kind, settings)
  if (!connector) throw new AppError('parameter_wrong', '推送来的行不能再取一次，请让推送的一方重新推')
  const [first, last] = [calendarDay(from), calendarDay(to)]
  if (first === null || last === null) throw new AppError('parameter_wrong', '不是有效的日期')
  if (last < first) refuse('开始的日期在结束之后')
  if (last - first >= mostDays) refuse(`一次最多补载 ${mostDays} 天`)
  if (mode === 'replace') refuse('整表替换的数据源每次换掉整张表，不能只补几天；请用从头补载')
  if (connector.days && mode === 'rows')
    refuse('追加的数据源补载会让行重复；请先把载入方式改为按天替换或按主键更新')
}

export interface SpanBatch {
  batch: Batch
  /** How much of the days comes before it and with it, 0 to 1. */
  begins: number
  ends: number
}

/** The batches of these days; of files those with the day in their name, or written on it. */
export async function* batchesOf(
  connector: Pick<Connector, 'batches' | 'days'>,
  settings: FieldValues,
  secrets: Record<string, string>,
  { span, zone, signal }: { span: RunSpan; zone: string; signal: AbortSignal },
): AsyncGenerator<SpanBatch> {
  if (connector.days) {
    const first = calendarDay(span.from) as number
    const all = (calendarDay(span.to) as number) - first + 1
    for await (const batch of connector.days(settings, secrets, { ...span, zone }, signal)) {
      const at = (calendarDay(batch.name.slice(-10)) as number) - first
      yield { batch, begins: at / all, ends: (at + 1) / all }
    }
    return
  }
  const found: Batch[] = []
  for await (const batch of connector.batches(settings, secrets, null, signal)) {
    const day = dayOf(batch, zone)
    if (day !== null && day >= span.from && day <= span.to) found.push(batch)
  }
  for (const [at, batch] of found.entries())
    yield { batch, begins: at / found.length, ends: (at + 1) / found.length }
}

/** `in/2026-01-31.csv`, `orders_20260131.csv`; else when the file was written. */
function dayOf({ name, writtenAt }: Batch, zone: string): string | null {
  const named = [...name.matchAll(/(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?!\d)/g)]
    .map(([, year, , month, day]) => `${year}-${month}-${day}`)
    .filter((day) => calendarDay(day) !== null)
  if (named.length > 0) return named.at(-1) ?? null
  return writtenAt === undefined ? null : businessDay({ zone, cutoffHour: 0 }, new Date(writtenAt))
}

/** Names of what the runs of the same days loaded that were canceled, broke off or are this one. */
export async function loadedBefore(db: Db, source: number, run: string, span: RunSpan): Promise<Set<string>> {
  const runs = await db
    .selectFrom('source_run')
    .select(['id', 'outcome'])
    .where('source_id', '=', source)
    .where('span', '=', JSON.stringify(span))
    .orderBy('started_at', 'desc')
    .limit(100)
    .execute()
  const own = runs.filter(({ id }) => id === run)
  const others = runs.filter(({ id }) => id !== run)
  const end = others.findIndex(({ outcome }) => outcome === 'done')
  const ids = [...own, ...others.slice(0, end < 0 ? others.length : end)].map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const loads = await db
    .selectFrom('source_load')
    .select('name')
    .where('run_id', 'in', ids)
    .where('outcome', '<>', 'failed')
    .execute()
  return new Set(loads.map(({ name }) => name))
}
