// A segment's history. Rules are recorded with the ids of points and dimensions, which may be renamed, and are told in
// words when somebody reads them.
import { type HistoryEntry, readHistory } from '#server/objects/history.ts'
import type { Caller } from '#server/objects/types.ts'
import { readModel } from '#features/config/server/index.ts'
import type { Source } from '../contract.ts'
import type { SegmentDeps } from './deps.ts'
import { rulesMark, segments } from './objectKind.ts'
import { namesIn, sourceText } from './sourceText.ts'

const rulesIn = (text: string): Source | null =>
  text.startsWith(rulesMark) ? { kind: 'rules', any: JSON.parse(text.slice(rulesMark.length)) } : null

export async function segmentHistory(deps: SegmentDeps, caller: Caller, id: number): Promise<HistoryEntry[]> {
  const { db } = deps.metadata
  const entries = await readHistory(db, segments, caller, id)
  const texts = entries.flatMap(({ changes }) => changes.flatMap(({ from, to }) => [from, to]))
  const sources = texts.flatMap((text) => rulesIn(text) ?? [])
  if (sources.length === 0) return entries
  const model = await readModel(deps)
  const nameOf = await namesIn(db, model, sources, caller.games)
  const told = (field: string, text: string): string => {
    const rules = field === 'source' ? rulesIn(text) : null
    return rules ? `${rulesMark}${sourceText(rules, model, nameOf)}` : text
  }
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) => ({
      ...change,
      from: told(change.field, change.from),
      to: told(change.field, change.to),
    })),
  }))
}
