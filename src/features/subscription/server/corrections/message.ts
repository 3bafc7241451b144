// One message for a recipient whose figures a load has changed since they were told: the former figure beside the new
// one, and which loads it was. Nothing is sent where nothing differs for this recipient.

import { restatedBy } from '#semantic/model/shown/restated.ts'
import type { SessionUser } from '#server/http/session.ts'
import { asPlain } from '#shared/message.ts'
import { momentText } from '#shared/moment.ts'
import { type SentResult, sentQueries } from '#features/code/server/index.ts'
import { restatedFor, restatedLoads } from '#features/restated/server/index.ts'
import { figuresInScope } from '#features/statement/server/index.ts'
import { type MadeContent, rowsTold } from '../content/parts.ts'
import { cellsOf, labelsFor } from '../content/shownReport.ts'
import type { SubscriptionDeps } from '../deps.ts'
import type { StoredSubscription } from '../objectKind.ts'
import type { Subject } from '../subject.ts'
import { differences, type ToldReport, toldReport } from './figures.ts'
import { type Told, toldSpans } from './keeping.ts'
import { isToldQuery, type ToldQuery, toldQuery } from './queryFigures.ts'

const mostLines = 20
const mostLoads = 5

interface Correcting {
  deps: SubscriptionDeps
  row: StoredSubscription
  subject: Subject
  recipient: number
  reader: SessionUser
  /** Whose right to SQL is used where a query is run anew. */
  account: SessionUser
  signal: AbortSignal
}

export async function correctionContent(correcting: Correcting): Promise<MadeContent> {
  const { deps, row, recipient, reader } = correcting
  const { db } = deps.metadata
  const lines: string[] = []
  const loads = new Set<string>()
  const figures: Told[] = []
  for (const span of await toldSpans(db, row.id, recipient)) {
    for (const told of span.reports) {
      const found = await (isToldQuery(told)
        ? compareQuery(correcting, told, new Date(span.at))
        : compare(correcting, told, new Date(span.at)))
      if (!found) continue
      lines.push(...found.lines.map((line) => (span.reports.length > 1 ? `${told.name}：${line}` : line)))
      for (const load of found.loads) loads.add(load)
      figures.push(found.now)
    }
  }
  const about = { level: 'warning' as const, link: row.link, games: reader.games, rules: reader.rules }
  const base = { tables: [], files: [], figures }
  if (lines.length === 0) {
    const quiet = '数据修订后核对过：发过的数没有变化'
    return { ...base, quiet, message: { title: row.name, text: quiet, ...about, at: new Date() } }
  }
  const unique = [...new Set(lines)]
  const more = unique.length > mostLines ? [`另有 ${unique.length - mostLines} 处`] : []
  const text = [
    `之前发给你的数后来有修订（${await rowsTold(db, reader)}）：`,
    ...unique.slice(0, mostLines).map(asPlain),
    ...more,
    ...[...loads].slice(0, mostLoads).map((load) => asPlain(`修订来自：${load}`)),
  ].join('\n')
  return { ...base, quiet: null, message: { title: `更正：${row.name}`, text, ...about, at: new Date() } }
}

interface Compared {
  lines: string[]
  loads: string[]
  now: Told
}

/** Null where the report's figures of the span are what was told. */
async function compare(
  { deps, reader, signal }: Correcting,
  told: ToldReport,
  since: Date,
): Promise<Compared | null> {
  const { info, name, range } = told
  const { head, chunks, prepared } = await figuresInScope(
    deps,
    { info, scope: reader, tolerant: true },
    signal,
  )
  const { model } = prepared
  const restated = await restatedFor(deps, reader, { model, points: info.points, range, since })
  // Figures that differ without a load were defined anew.
  if (restated.length === 0) return null
  const data = await cellsOf(chunks, head.columns.length)
  const labels = await labelsFor(deps, head.columns)
  const now = toldReport(deps.settings, { name, info, labels }, { head }, data)
  const lines = now ? differences(told, now) : []
  if (!now || lines.length === 0) return null
  return { lines, loads: loadsTold(deps, restated), now }
}

const loadsTold = (
  { settings }: Pick<SubscriptionDeps, 'settings'>,
  loads: readonly (Parameters<typeof restatedBy>[0] & { at: string })[],
): string[] => [
  ...new Set(loads.map((load) => restatedBy(load, momentText(load.at, settings.zone, 'short')))),
]

/** Rows that are read anew. */
const mostRows = 10_000

/** Null where no load changed days of its tables since, the query was changed, or its figures are what was told. */
async function compareQuery(
  { deps, subject, reader, account, signal }: Correcting,
  told: ToldQuery,
  since: Date,
): Promise<Compared | null> {
  if (subject.kind !== 'query') return null
  const { query } = subject
  if (query.id !== told.query || query.stamp !== told.stamp) return null
  const { runSentQuery, tablesNamed, publishedTables } = await sentQueries()
  const tables = (await tablesNamed(deps, reader, query.sql)).map(({ table }) => table.name)
  const loads = await restatedLoads(deps, reader, { tables, range: told.range, since })
  if (loads.length === 0) return null
  const params = Object.fromEntries(
    query.params.map(({ name, type }) => [name, { type, value: told.values[name] ?? null }]),
  )
  const order = { name: query.name, sql: query.sql, params, limit: mostRows }
  const result: SentResult = await runSentQuery(deps, account, reader, order, signal)
  const published = await publishedTables(deps, reader, query.sql)
  const updated = published.filter((at) => at !== null).sort()[0] ?? null
  const now = await toldQuery(deps.settings, { subject, values: told.values, updated }, result)
  const lines = now ? differences(told, now) : []
  return now && lines.length > 0 ? { lines, loads: loadsTold(deps, loads), now } : null
}
