// Adds many entries at once: each line is checked separately, invalid lines are reported by index, and the
// valid ones are saved together.
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { addObjects, changeObject } from '#server/objects/changing.ts'
import { gamesOf } from '#server/objects/games.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { livingIn } from '#server/scopes/life.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import type { EntryKind, EntryPaste, PasteResult } from '../contract.ts'
import type { EntryKindOf } from './entries.ts'
import type { Entry } from './objectKinds.ts'
import { cleanExpiry, cleanReason, cleanValue } from './values.ts'

const askedAtOnce = 1_000

interface Line {
  cgi: string
  kind: EntryKind
  value: string
  reason: string
  expires_on: string | null
}

export function pasteEntries(
  { metadata, settings }: Deps,
  kind: EntryKindOf,
  caller: Caller,
  { lines, check = false }: EntryPaste,
): Promise<PasteResult> {
  const today = businessDay(settings)
  return metadata.transaction(async (db) => {
    const games = new Set((await gamesOf(db, caller)).map(({ cgi }) => cgi))
    const { read, refused } = await readLines(lines, games, today)
    const known = await present(db, kind, [...read.values()])
    const effects: PasteResult['effects'] = lines.map(() => 'unchanged')
    const added: Line[] = []
    for (const { at } of refused) effects[at] = 'added'
    for (const [at, line] of read) {
      await breathe()
      const entry = known.get(keyOf(line))
      if (!entry) {
        added.push(line)
        effects[at] = 'added'
      } else if (isOther(entry, line)) {
        effects[at] = 'changed'
        const { reason, expires_on } = line
        if (check) continue
        await changeObject(db, kind, caller, { id: entry.id, values: { reason, expires_on } }, () => null)
      }
    }
    if (!check) {
      const made = { note: '', source: 'paste' as const, rule_id: null }
      const entries = added.map((line) => ({ ...made, ...line }))
      await addObjects(db, kind, caller, entries, { games: [...new Set(added.map(({ cgi }) => cgi))] })
    }
    return { effects, refused }
  })
}

const keyOf = ({ cgi, kind, value }: Pick<Line, 'cgi' | 'kind' | 'value'>): string =>
  JSON.stringify([cgi, kind, value])

const isOther = (entry: Pick<Entry, 'reason' | 'expires_on'>, line: Line): boolean =>
  entry.reason !== line.reason || entry.expires_on !== line.expires_on

/** By line; of lines with the same value, the first one counts. */
async function readLines(lines: EntryPaste['lines'], games: ReadonlySet<string>, today: string) {
  const read = new Map<number, Line>()
  const refused: PasteResult['refused'] = []
  const seen = new Set<string>()
  for (const [at, { cgi, kind, value, reason = '', expiresOn = null }] of lines.entries()) {
    await breathe()
    try {
      if (!games.has(cgi)) throw new AppError('parameter_wrong', '没有这个游戏，或不在你可看的游戏里')
      const line: Line = {
        cgi,
        kind,
        value: cleanValue(kind, value),
        reason: cleanReason(reason),
        expires_on: cleanExpiry(expiresOn, today),
      }
      if (seen.has(keyOf(line))) continue
      seen.add(keyOf(line))
      read.set(at, line)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ at, problem: error.message })
    }
  }
  return { read, refused }
}

type Present = Pick<Entry, 'id' | 'cgi' | 'kind' | 'value' | 'reason' | 'expires_on'>

async function present(
  db: Db,
  { table }: EntryKindOf,
  lines: readonly Line[],
): Promise<Map<string, Present>> {
  const known = new Map<string, Present>()
  for (const part of chunks([...new Set(lines.map(({ value }) => value))], askedAtOnce)) {
    const rows = await db
      .selectFrom(table as 'black_entry')
      .select(['id', 'cgi', 'kind', 'value', 'reason', 'expires_on'])
      .where(livingIn(table))
      .where('value', 'in', part)
      .execute()
    for (const row of rows) known.set(keyOf(row), row)
  }
  return known
}
