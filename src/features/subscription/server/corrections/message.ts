// One message for a recipient whose figures a load has changed since they were told: the former figure beside the new
// one, and which loads it was. Nothing is sent where nothing differs for this recipient.

import { restatedBy } from '#semantic/model/shown/restated.ts'
import type { SessionUser } from '#server/http/session.ts'
import { asPlain } from '#shared/message.ts'
import { momentText } from '#shared/moment.ts'
import { restatedFor } from '#features/restated/server/index.ts'
import { figuresInScope } from '#features/statement/server/index.ts'
import { type MadeContent, rowsTold } from '../content/parts.ts'
import { cellsOf } from '../content/shownReport.ts'
import type { SubscriptionDeps } from '../deps.ts'
import type { StoredSubscription } from '../objectKind.ts'
import { differences, type ToldReport, toldReport } from './figures.ts'
import { toldSpans } from './keeping.ts'

const mostLines = 20
const mostLoads = 5

interface Correcting {
  deps: SubscriptionDeps
  row: StoredSubscription
  recipient: number
  reader: SessionUser
  signal: AbortSignal
}

export async function correctionContent(correcting: Correcting): Promise<MadeContent> {
  const { deps, row, recipient, reader } = correcting
  const { db } = deps.metadata
  const lines: string[] = []
  const loads = new Set<string>()
  const figures: ToldReport[] = []
  for (const span of await toldSpans(db, row.id, recipient)) {
    for (const told of span.reports) {
      const found = await compare(correcting, told, new Date(span.at))
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

/** Null where the report's figures of the span are what was told. */
async function compare(
  { deps, reader, signal }: Correcting,
  told: ToldReport,
  since: Date,
): Promise<{ lines: string[]; loads: string[]; now: ToldReport } | null> {
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
  const now = toldReport(deps.settings, name, info, { head }, data)
  const lines = now ? differences(told, now) : []
  if (!now || lines.length === 0) return null
  const loads = restated.map((one) => restatedBy(one, momentText(one.at, deps.settings.zone, 'short')))
  return { lines, loads: [...new Set(loads)], now }
}
