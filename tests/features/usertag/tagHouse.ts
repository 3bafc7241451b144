// A test server with players of two games, and tag requests signed by other systems, following the published rules
// only.
import { createHash, createHmac } from 'node:crypto'
import type { Settings } from '#server/settings.ts'
import { pathOf } from '#shared/call.ts'
import { type Answer, type House, type HouseOptions, makeHouse, type Person } from '#tests/factories/house.ts'
import { getUserInfo, type TagChange, type UserInfo, updateUserTag } from '#features/usertag/contract.ts'

export const secret = 'hZ3v9QpL0xWc7RtY2mKd5NsB8uJfG1aE'

export const warehouseSql = [
  `CREATE TABLE register AS SELECT * FROM (VALUES
    (TIMESTAMP '2026-01-02 10:00:00', DATE '2026-01-02', 'a', 7, 'huawei', 'Android', 1001::BIGINT, '小明', 'CN'),
    (TIMESTAMP '2026-01-03 11:00:00', DATE '2026-01-03', 'a', 7, 'official', 'PC', 1002::BIGINT, '阿强', NULL),
    (TIMESTAMP '2026-01-04 12:00:00', DATE '2026-01-04', 'b', 9, 'huawei', 'Android', 2001::BIGINT, 'canary-b', 'CN'))
    t(register_time, register_date, cgi, server_id, channel, platform, player_id, player_name, country)`,
  `CREATE TABLE login_day AS SELECT * FROM (VALUES
    (DATE '2026-01-02', 'a', 1001::BIGINT, 1, 30), (DATE '2026-01-05', 'a', 1001::BIGINT, 12, 45),
    (CURRENT_DATE - 1, 'b', 2001::BIGINT, 3, 5)) t(login_date, cgi, player_id, level, online_minutes)`,
  `CREATE TABLE pay_order AS SELECT * FROM (VALUES
    (DATE '2026-01-03', 'a', 1001::BIGINT, 98.50::DECIMAL(12,2), 'paid'),
    (DATE '2026-01-04', 'a', 1001::BIGINT, 6.00::DECIMAL(12,2), 'paid'),
    (DATE '2026-01-04', 'a', 1001::BIGINT, 648.00::DECIMAL(12,2), 'refunded'))
    t(pay_date, cgi, player_id, amount, status)`,
]

export async function makeTagHouse(
  options: Omit<HouseOptions, 'settings'> & { settings?: Partial<Settings> } = {},
): Promise<House> {
  const house = await makeHouse({
    warehouseSql,
    ...options,
    settings: { userTagSecret: secret, ...options.settings },
  })
  const games = ['a', 'b'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` }))
  const { db } = house.deps.metadata
  if (!(await db.selectFrom('game').select('cgi').executeTakeFirst()))
    await db.insertInto('game').values(games).execute()
  return house
}

export const now = (): number => Math.floor(Date.now() / 1_000)

const signed = new Set<number>()
/** Gives each request its own second: two equal requests in one second would count as a replay. */
function fresh(): number {
  let ts = now()
  while (signed.has(ts)) ts -= 1
  signed.add(ts)
  return ts
}

export interface SignedParts {
  method: string
  path: string
  body: string
  ts: number
}

export function signatureOf({ method, path, body, ts }: SignedParts, key = secret): string {
  const bodyHash = createHash('sha256').update(body).digest('hex')
  return createHmac('sha256', key).update([method, path, ts, bodyHash].join('\n')).digest('hex').toUpperCase()
}

export interface Player {
  types?: string
  cgi?: string
  id?: string
}

export const lookOf = ({ types = 'all', cgi = 'a', id = '1001' }: Player = {}) => ({ types, cgi, id })

export function signedLook(player: Player = {}, ts = fresh()) {
  const params = lookOf(player)
  const path = pathOf(getUserInfo, params)
  return { params, query: { ts: String(ts), sign: signatureOf({ method: 'GET', path, body: '', ts }) } }
}

export function signedChange(change: TagChange, ts = fresh()) {
  const body = JSON.stringify(change)
  const sign = signatureOf({ method: 'POST', path: updateUserTag.path, body, ts })
  return { query: { ts: String(ts), sign }, body }
}

export const look = (person: Person, player: Player = {}): Promise<Answer<UserInfo>> =>
  person.call<UserInfo>(getUserInfo, signedLook(player))
