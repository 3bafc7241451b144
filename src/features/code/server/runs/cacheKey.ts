// Runs with equal keys give equal rows, up to their limits: the same text and values, over the same data, in the
// same sight.
import type { Deps } from '../../../../server/deps.ts'
import type { SessionUser } from '../../../../server/http/session.ts'
import { tokenize } from '../../../../shared/sql/tokens.ts'
import { gamesKey, hash } from './rows.ts'
import type { Sight } from './scope.ts'
import type { RunOrder } from './types.ts'

export type RunQuestion = Pick<RunOrder, 'sql' | 'params' | 'limit'>

export function cacheKeyOf(
  { warehouse, settings }: Deps,
  user: SessionUser,
  { sql, params }: Pick<RunOrder, 'sql' | 'params'>,
  { scope, temporaryVersion }: Sight,
): string {
  // The day as it is here and as the engine may count it: `current_date` is another tomorrow.
  const now = new Date()
  const days = [settings.zone, 'UTC'].map((timeZone) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now),
  )
  const values = Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1))
  const parts = [sql, values, warehouse.version(), scope.tables, temporaryVersion, days]
  return `${gamesKey(user.games)}:${hash(JSON.stringify(parts))}`
}

/** Functions that give something else each time; `current_date` and `today` hold for a day. */
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

/** Whether an earlier answer may stand for this statement's: nothing in it changes from run to run. */
export const isRepeatable = (sql: string): boolean =>
  !tokenize(sql).some(({ kind, start, end }) => {
    if (kind === 'word') return changing.has(sql.slice(start, end).toLowerCase())
    return kind === 'quoted' && changing.has(sql.slice(start + 1, end - 1).toLowerCase())
  })
