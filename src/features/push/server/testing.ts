// A test push: one message to one player, device or browser, at once, even in quiet hours. Recorded like any
// other.
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { readFields } from '#server/objects/fields.ts'
import { assertGames, gamesOf } from '#server/objects/games.ts'
import { cleanLine } from '#server/objects/texts.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import type { EmbeddedPush, PushMessage, TestAnswer, TestPush } from '../contract.ts'
import { ownBrowser, pushToBrowser } from './browsers.ts'
import type { PushDeps } from './deps.ts'
import { appOf } from './gateway/apps.ts'
import { type Delivered, failed } from './gateway/delivered.ts'
import { gatewayOf } from './gateway/open.ts'
import { assertFits } from './gateway/webPush.ts'
import { messageOf, messageReaders } from './message.ts'
import { answerBatch, takeRate } from './running/batch.ts'
import { endingOf } from './running/ending.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)
const longestTarget = 200

interface Prepared {
  cgi: string
  target: string
  message: PushMessage
  gateway: string
  delivers: boolean
  send: (key: string, signal: AbortSignal) => Promise<Delivered>
}

export async function pushOne(
  deps: PushDeps,
  user: SessionUser,
  given: TestPush,
  signal: AbortSignal,
): Promise<TestAnswer> {
  const prepared = await prepare(deps, user, given)
  const { gateway, delivers } = prepared
  const runId = await noteTest(deps, user, prepared)
  const begun = performance.now()
  const answer = await prepared.send(`push-${runId}-1`, signal)
  const elapsedMs = Math.round(performance.now() - begun)
  const { outcome, answer: words } = answer
  await answerBatch(deps, runId, 1, [{ outcome, answer: words }])
  const counts = { sent: 0, failed: 0, unknown: 0, [outcome]: 1 }
  await deps.metadata.db
    .updateTable('push_run')
    .set({ ...endingOf(counts), ended_at: new Date().toISOString() })
    .where('id', '=', runId)
    .execute()
  return { outcome, answer: words, gateway, delivers, elapsedMs, recordId: `${runId}-1` }
}

async function prepare(deps: PushDeps, user: SessionUser, given: TestPush): Promise<Prepared> {
  const { db } = deps.metadata
  const cgi = given.cgi ?? (await gamesOf(db, user))[0]?.cgi
  if (cgi === undefined) throw wrong('你没有可看的应用，请联系管理员')
  const {
    target,
    cgi: _,
    ...message
  } = await readFields({
    cgi: () => assertGames(db, user, [cgi]),
    ...messageReaders(given),
    target: () => cleanLine(given.target ?? '', '设备或玩家编号', longestTarget) || user.username,
  })
  if (given.browserId !== undefined) {
    const browser = await ownBrowser(db, user.id, given.browserId)
    assertFits(message)
    return {
      cgi,
      message,
      target: `${browser.device} ${browser.mark.slice(0, 8)}`,
      gateway: `Web Push：${browser.service}`,
      delivers: true,
      send: (_, signal) => pushToBrowser(deps, browser, message, signal),
    }
  }
  if (appOf(deps.settings, cgi).kind === 'webpush') throw wrong('这个应用用 Web Push，请选择发到此浏览器')
  const gateway = await gatewayOf(deps, cgi)
  return {
    cgi,
    message,
    target,
    gateway: gateway.name,
    delivers: gateway.delivers,
    send: async (key, signal) => {
      const batch = { key, cgi, taskId: null, message, targets: [target] }
      return (await gateway.deliver(batch, signal))[0] ?? failed('网关没有响应')
    },
  }
}

/** The record is written before the message is sent. */
async function noteTest(
  deps: PushDeps,
  { id: userId }: SessionUser,
  { cgi, target, message }: Prepared,
): Promise<number> {
  const now = new Date().toISOString()
  return deps.metadata.transaction(async (db) => {
    const { perMinute } = appOf(deps.settings, cgi)
    if ((await takeRate(deps, db, cgi, 1, perMinute)) === 0)
      throw wrong(`这个应用每分钟最多发 ${perMinute} 人，已用完，请下一分钟再试`)
    const row = {
      task_id: null,
      revision: 1,
      user_id: userId,
      cgi,
      title: message.title,
      fire_at: now,
      started_at: now,
      ended_at: null,
      state: 'unknown' as const,
      problem: '',
      total: 1,
      sent: 0,
      failed: 0,
      unknown: 1,
      turn: 0,
      refusals: 0,
      reached: target,
      day: businessDay(deps.settings),
      kept: 1,
    }
    const { id } = await db.insertInto('push_run').values(row).returning('id').executeTakeFirstOrThrow()
    const answer = '尚无响应'
    await db
      .insertInto('push_record')
      .values({ run_id: id, seq: 1, target, at: now, outcome: 'unknown', answer })
      .execute()
    await writeAudit(db, { userId, action: 'push.test', detail: { cgi, target, title: message.title } })
    return id
  })
}

const embeddedShown = 20

export async function listEmbedded(
  { metadata: { db } }: PushDeps,
  user: SessionUser,
): Promise<EmbeddedPush[]> {
  const games = await gamesOf(db, user)
  if (games.length === 0) return []
  const names = new Map(games.map(({ cgi, name }) => [cgi, name]))
  const rows = await db
    .selectFrom('push_embedded')
    .selectAll()
    .where('cgi', 'in', [...names.keys()])
    .orderBy('id', 'desc')
    .limit(embeddedShown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    cgi: row.cgi,
    game: names.get(row.cgi) ?? row.cgi,
    ...messageOf(row),
    targets: row.targets,
    firstTarget: row.first_target,
  }))
}
