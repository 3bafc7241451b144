// Browsers registered for Web Push, each by its user; their addresses are stored encrypted.
import { createHash, createPublicKey } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { assertGames } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import { isIn, netsOf } from '#server/outbound/addresses.ts'
import { seal, sealedPlace, unseal } from '#server/sealed.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import type { BrowserSubscription, PushBrowser, PushMessage } from '../contract.ts'
import { type BrowserAnswer, type Subscription, sendToBrowser } from './gateway/webPush.ts'
import { browserSealing, type PushBrowserRow } from './tables.ts'

type Browser = Selectable<PushBrowserRow>
type User = Pick<SessionUser, 'id' | 'games' | 'authorityInfo'>

const mostBrowsers = 20

const placeOf = (settings: Pick<Settings, 'dataDir'>, mark: string) =>
  sealedPlace(settings, 'push_browser', browserSealing, mark)

const shown = ({ id, service, device, cgi, created_at, mark }: Browser): PushBrowser => ({
  id,
  service,
  device,
  cgi,
  createdAt: created_at,
  mark,
})

export async function listBrowsers({ metadata: { db } }: Deps, { id }: User): Promise<PushBrowser[]> {
  const rows = await db
    .selectFrom('push_browser')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(shown)
}

/** Registering again updates the same one. */
export async function saveBrowser(
  deps: Deps,
  user: User,
  { cgi = '', ...given }: BrowserSubscription,
  userAgent: string,
): Promise<PushBrowser> {
  const { settings, metadata } = deps
  const subscription = cleanSubscription(settings, given)
  const mark = createHash('sha256').update(subscription.endpoint).digest('hex')
  return metadata.transaction(async (db) => {
    if (cgi !== '') await assertGames(db, user, [cgi])
    const others = await db
      .selectFrom('push_browser')
      .select('id')
      .where('user_id', '=', user.id)
      .where('mark', '!=', mark)
      .execute()
    if (others.length >= mostBrowsers)
      throw new AppError('quota_exceeded', `最多登记 ${mostBrowsers} 个浏览器，请先移除不用的`)
    const row = {
      user_id: user.id,
      cgi,
      mark,
      service: new URL(subscription.endpoint).host,
      device: deviceOf(userAgent),
      subscription: seal(JSON.stringify(subscription), placeOf(settings, mark)),
      created_at: new Date().toISOString(),
    }
    const saved = await db
      .insertInto('push_browser')
      .values(row)
      .onConflict((conflict) => conflict.column('mark').doUpdateSet(row))
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeAudit(db, {
      userId: user.id,
      action: 'pushBrowser.add',
      detail: { id: saved.id, service: row.service, cgi },
    })
    return shown(saved)
  })
}

function cleanSubscription(settings: Settings, { endpoint, keys }: BrowserSubscription): Subscription {
  const wrong = (message: string) => new AppError('parameter_wrong', message)
  if (!URL.canParse(endpoint)) throw wrong('订阅的地址不是网址')
  const { protocol, hostname, username, password } = new URL(endpoint)
  const isListed = () => {
    const nets = netsOf(settings.installation.push.webPushAllowed ?? [])
    return /^[\d.]+$/.test(hostname) && isIn(nets, hostname)
  }
  if (protocol !== 'https:' && !(protocol === 'http:' && isListed()))
    throw wrong('订阅的地址应以 https:// 开头')
  if (username !== '' || password !== '') throw wrong('订阅的地址不能含用户名和密码')
  if (!isPoint(keys.p256dh) || Buffer.from(keys.auth, 'base64url').length !== 16)
    throw wrong('订阅的密钥有误，请在浏览器里重新登记')
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}

/** Whether it is a point on the curve P-256: with another point the shared secret would be predictable. */
function isPoint(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'))
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

/** «Chrome，Windows». */
function deviceOf(userAgent: string): string {
  const browser = /(Edg|Firefox|Chrome|Safari)/.exec(userAgent)?.[1] ?? '浏览器'
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1]
  return [browser === 'Edg' ? 'Edge' : browser, system].filter(Boolean).join('，')
}

export async function deleteBrowser({ metadata }: Deps, { id: userId }: User, id: number): Promise<null> {
  return metadata.transaction(async (db) => {
    await ownBrowser(db, userId, id)
    await db.deleteFrom('push_browser').where('id', '=', id).execute()
    await writeAudit(db, { userId, action: 'pushBrowser.delete', detail: { id } })
    return null
  })
}

export async function ownBrowser(db: Db, userId: number, id: number): Promise<Browser> {
  const row =
    id <= 2_147_483_647
      ? await db
          .selectFrom('push_browser')
          .selectAll()
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst()
      : undefined
  if (!row) throw new AppError('object_missing')
  return row
}

/** A browser that has ended its subscription is removed. */
export async function pushToBrowser(
  { metadata: { db }, settings }: Deps,
  { id, mark, subscription: sealed }: Browser,
  message: PushMessage,
  signal: AbortSignal,
): Promise<BrowserAnswer> {
  const text = unseal(sealed, placeOf(settings, mark))
  if (text === null)
    return { outcome: 'failed', answer: '登记是在另一套系统上加密的，请在浏览器里重新登记', gone: false }
  const answer = await sendToBrowser(settings, JSON.parse(text) as Subscription, message, signal)
  if (answer.gone) await db.deleteFrom('push_browser').where('id', '=', id).execute()
  return answer
}

export async function countBrowsers(db: Db, cgi: string): Promise<number> {
  const { count } = await db
    .selectFrom('push_browser')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('cgi', '=', cgi)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Marks of the app's browsers after `reached`, in order. */
export async function nextBrowsers(db: Db, cgi: string, reached: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('push_browser')
    .select('mark')
    .where('cgi', '=', cgi)
    .where('mark', '>', reached)
    .orderBy('mark')
    .limit(most)
    .execute()
  return rows.map(({ mark }) => mark)
}

export async function browsersOf(db: Db, marks: readonly string[]): Promise<Map<string, Browser>> {
  if (marks.length === 0) return new Map()
  const rows = await db
    .selectFrom('push_browser')
    .selectAll()
    .where('mark', 'in', [...marks])
    .execute()
  return new Map(rows.map((row) => [row.mark, row]))
}
