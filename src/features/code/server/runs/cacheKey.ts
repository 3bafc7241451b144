// Runs with equal keys return equal rows, up to their limits: the same text and values, over the same data,
// with the same visibility.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { momentText } from '#shared/moment.ts'
import { eachToken } from '#shared/sql/tokens.ts'
import { hash, sightKey } from './rows.ts'
import type { Sight } from './scope.ts'
import type { RunOrder } from './types.ts'

export type RunQuestion = Pick<RunOrder, 'sql' | 'params' | 'limit'>

export function cacheKeyOf(
  { warehouse, settings }: Deps,
  user: SessionUser,
  { sql, params }: Pick<RunOrder, 'sql' | 'params'>,
  { scope, temporaryVersion }: Sight,
): string {
  // The local date and the engine's: `current_date` changes at midnight.
  const now = new Date()
  const days = [settings.zone, 'UTC'].map((timeZone) => momentText(now, timeZone, 'day'))
  const values = Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1))
  const parts = [sql, values, warehouse.version(), scope.tables, temporaryVersion, days]
  return `${sightKey(user)}:${hash(JSON.stringify(parts))}`
}

/** Functions with a different result each time; `current_date` and `today` hold for a day. */
const changing = new Set([
  'random',
  'setseed',
  'uuid',
  'uuidv4',
  'uuidv7',
  'gen_random_uuid',
  'now',
  'current_timestamp',
  'get_current_timestamp',
  'transaction_timestamp',
  'current_localtimestamp',
  'localtimestamp',
  'current_time',
  'get_current_time',
  'current_localtime',
  'localtime',
  'sample',
  'tablesample',
  'nextval',
])

/** Whether an earlier answer may be reused: nothing in the statement changes between runs. */
export function isRepeatable(sql: string): boolean {
  let repeatable = true
  eachToken(sql, 0, ({ kind, start, end }) => {
    if (kind === 'word') repeatable = !isChanging(sql, start, end)
    else if (kind === 'quoted') repeatable = !isChanging(sql, start + 1, end - 1)
    return repeatable
  })
  return repeatable
}

const longestChanging = Math.max(...[...changing].map(({ length }) => length))
const beginnings = new Set([...changing].map((name) => name.charCodeAt(0)))

/** A long text has half a million words, so substrings are only taken where needed. */
const isChanging = (sql: string, start: number, end: number): boolean =>
  end - start <= longestChanging &&
  beginnings.has(sql.charCodeAt(start) | 32) &&
  changing.has(sql.slice(start, end).toLowerCase())
