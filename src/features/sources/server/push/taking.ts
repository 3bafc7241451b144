// Takes pushed rows: they are acknowledged once the store has committed them, which syncs them to the disk. Pushes
// that come while it commits are written together by the next commit.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Metadata } from '#server/metadata/open.ts'
import { living } from '#server/scopes/life.ts'
import { storageFailure } from '#server/storage.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import { AppError } from '#shared/errors.ts'
import type { SourcesDeps } from '../deps.ts'
import { isWaiting } from './connector.ts'
import { type PushLimits, pushKind, pushLimits } from './kind.ts'
import { readPushed } from './reading.ts'
import { hashOf } from './tokens.ts'

interface Pushed {
  source_id: number
  uid: string
  key: string | null
  digest: string
  body: string
  bytes: number
  rows: number
  waiting: number
  at: string
  segment: null
}
interface Waiting {
  push: Pushed
  resolve(repeated: boolean): void
  reject(error: unknown): void
}

const mostAtOnce = 200
/** Rows of a source that are acknowledged and not loaded. */
const mostWaiting = 5_000_000
const minute = 60_000
const usedEveryMs = minute
const countedMs = 5_000

export async function takeRows(
  deps: SourcesDeps,
  id: number,
  token: string | null,
  key: string | null,
  bytes: Buffer,
): Promise<{ rows: number; repeated: boolean }> {
  const { metadata, warehouse } = deps
  const { table, limits } = await admitPush(metadata, id, token)
  if (key !== null && (key === '' || key.length > 200))
    throw new AppError('parameter_wrong', 'Idempotency-Key 应为 1 到 200 个字符')
  refuseLarge(bytes.length, limits)
  if (bytes.length === 0) throw new AppError('parameter_wrong', '没有内容；请推送 NDJSON，或首行是列名的 CSV')
  const present = warehouse.tables().find(({ name }) => tableKey(name) === tableKey(table))
  const { body, rows } = await readPushed(bytes, present?.columns ?? null)
  await assertRoom(metadata, id, rows)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const at = new Date().toISOString()
  const push = {
    source_id: id,
    uid: randomUUID(),
    key,
    digest,
    body,
    bytes: Buffer.byteLength(body),
    rows,
    waiting: rows,
    at,
    segment: null,
  }
  const repeated = await new Promise<boolean>((resolve, reject) => {
    const own = journalOf(metadata)
    own.waiting.push({ push, resolve, reject })
    if (!own.writing) void write(metadata, own)
  })
  return { rows, repeated }
}

/** Missing, revoked and wrong are told alike. */
export async function admitPush(
  { db }: Metadata,
  id: number,
  token: string | null,
): Promise<{ table: string; limits: PushLimits }> {
  const wanted = Number.isSafeInteger(id) ? id : 0
  const row = await db
    .selectFrom('source')
    .innerJoin('source_state', 'source_state.source_id', 'source.id')
    .select(['table_name', 'settings', 'token_hash', 'token_used_at'])
    .where('source.id', '=', wanted)
    .where('kind', '=', pushKind)
    .where(living('source'))
    .executeTakeFirst()
  const kept = Buffer.from(row?.token_hash ?? '0'.repeat(64))
  const isRight = timingSafeEqual(kept, Buffer.from(hashOf(token ?? '')))
  if (!row?.token_hash || token === null || !isRight)
    throw new AppError('permission_missing', '推送密钥不对或已撤销，或没有这个数据源')
  const now = new Date()
  if (!row.token_used_at || Date.parse(row.token_used_at) < now.getTime() - usedEveryMs)
    await db
      .updateTable('source_state')
      .set({ token_used_at: now.toISOString() })
      .where('source_id', '=', id)
      .execute()
  return { table: row.table_name, limits: pushLimits(row.settings) }
}

/** Before a push's body is read: `length` is what it says of itself, NaN where it says nothing. */
export function admitPace(metadata: Metadata, id: number, limits: PushLimits, length: number): void {
  refuseLarge(length, limits)
  const now = Date.now()
  const { paces } = journalOf(metadata)
  const known = paces.get(id)
  const pace = known && known.until > now ? known : { count: 0, until: now + minute }
  paces.set(id, pace)
  // A clock that was set back would hold up pushes for longer than a minute.
  pace.until = Math.min(pace.until, now + minute)
  if (pace.count >= limits.perMinute) {
    const retryAfter = Math.max(1, Math.ceil((pace.until - now) / 1000))
    throw new AppError(
      'push_throttled',
      `推送太快：这个数据源每分钟最多收 ${limits.perMinute} 次，请 ${retryAfter} 秒后再推`,
      { retryAfter },
    )
  }
  pace.count += 1
}

function refuseLarge(length: number, { megabytes }: PushLimits): void {
  if (length > megabytes * 1024 * 1024)
    throw new AppError('body_too_large', `一次推送最多 ${megabytes} MB，请分几次推`)
}

/** Counted anew now and then, as it would cost more than the push itself; in between by what comes. */
async function assertRoom(metadata: Metadata, id: number, rows: number): Promise<void> {
  const { rooms } = journalOf(metadata)
  const now = performance.now()
  let room = rooms.get(id)
  if (!room || room.until <= now) {
    const counted = await metadata.db
      .selectFrom('source_push')
      .select(({ fn }) => fn.sum('waiting').as('rows'))
      .where('source_id', '=', id)
      .where(isWaiting)
      .executeTakeFirst()
    room = { waiting: Number(counted?.rows ?? 0), until: now + countedMs }
    rooms.set(id, room)
  }
  room.waiting += rows
  if (room.waiting <= mostWaiting) return
  throw new AppError(
    'server_busy',
    '已收下还没有载入的行太多，请稍后再推；请管理员看这个数据源为什么没有载入',
    { retryAfter: 60 },
  )
}

interface Journal {
  waiting: Waiting[]
  writing: boolean
  /** By source: pushes of the current minute, and rows that are not loaded. */
  paces: Map<number, { count: number; until: number }>
  rooms: Map<number, { waiting: number; until: number }>
}
const journals = new WeakMap<Metadata, Journal>()

function journalOf(metadata: Metadata): Journal {
  const own = journals.get(metadata) ?? { waiting: [], writing: false, paces: new Map(), rooms: new Map() }
  journals.set(metadata, own)
  return own
}

async function write(metadata: Metadata, journal: Journal): Promise<void> {
  journal.writing = true
  while (journal.waiting.length > 0) {
    const taken = journal.waiting.splice(0, mostAtOnce)
    try {
      const outcomes = await commit(
        metadata,
        taken.map(({ push }) => push),
      )
      for (const [at, { resolve, reject }] of taken.entries()) {
        const outcome = outcomes[at]
        if (outcome === 'differs')
          reject(new AppError('parameter_wrong', '这个 Idempotency-Key 之前用于别的内容，没有收下；请换一个'))
        else resolve(outcome === 'repeated')
      }
    } catch (error) {
      for (const { reject } of taken) reject(storageFailure(error) ?? error)
    }
  }
  journal.writing = false
}

type Outcome = 'new' | 'repeated' | 'differs'

const commit = (metadata: Metadata, pushes: readonly Pushed[]): Promise<Outcome[]> =>
  metadata.transaction(async (db) => {
    const added = await db
      .insertInto('source_push')
      .values([...pushes])
      .onConflict((conflict) => conflict.columns(['source_id', 'key']).doNothing())
      .returning('uid')
      .execute()
    const fresh = new Set(added.map(({ uid }) => uid))
    const others = pushes.filter(({ uid }) => !fresh.has(uid))
    if (others.length === 0) return pushes.map(() => 'new')
    const before = await db
      .selectFrom('source_push')
      .select(['source_id', 'key', 'digest'])
      .where(
        'key',
        'in',
        others.map(({ key }) => key ?? ''),
      )
      .execute()
    const digests = new Map(before.map(({ source_id, key, digest }) => [`${source_id} ${key}`, digest]))
    return pushes.map(({ uid, source_id, key, digest }) => {
      if (fresh.has(uid)) return 'new'
      return digests.get(`${source_id} ${key}`) === digest ? 'repeated' : 'differs'
    })
  })
