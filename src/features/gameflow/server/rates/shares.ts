// The share of the net amount that each channel keeps: for one game or for all, from a given day on; validity
// ranges never overlap.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { restoreObjects } from '#server/objects/deleting.ts'
import { readFields } from '#server/objects/fields.ts'
import { assertGames, gamesOf } from '#server/objects/games.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import { cleanLine, cleanName, cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { emptyText } from '#shared/nothing.ts'
import type { FlowShare, ShareChange, ShareList } from '#features/gameflow/contract.ts'
import { cleanDay } from '../figures/days.ts'
import { shortText, typedDecimal } from '../figures/exact.ts'
import { namedCodes, readNames } from '../names.ts'
import { type Share, shares } from './kinds.ts'

/** Digits of a percentage, so that the fraction is a whole number of 10^-8. */
const percentDigits = 6
const lockNumber = 250_025

const wrong = (message: string) => new AppError('parameter_wrong', message)

export async function listShares({ metadata: { db } }: Deps, caller: Caller): Promise<ShareList> {
  const [rows, games, names] = await Promise.all([
    readSeen(db, shares, caller),
    gamesOf(db, caller),
    readNames(db, caller.games),
  ])
  return {
    rows: await shownShares(db, caller, rows),
    games,
    allGames: caller.games === 'all',
    channels: namedCodes(
      names.channels,
      rows.map(({ channel }) => channel),
    ),
  }
}

async function shownShares(db: Db, caller: Caller, rows: readonly Share[]): Promise<FlowShare[]> {
  const [told, names] = await Promise.all([telling(db, shares, caller, rows), readNames(db, caller.games)])
  return rows.map((row) => ({
    ...told(row),
    channel: row.channel,
    channelName: names.channels.get(row.channel) ?? row.channel,
    cgi: row.cgi,
    game: row.cgi === '*' ? '全部游戏' : (names.games.get(row.cgi) ?? row.cgi),
    percent: row.percent,
    from: row.first_day,
    until: row.last_day,
    note: row.note,
  }))
}

/** Without id, or with -1, it adds a share. */
export function saveShare({ metadata }: Deps, caller: Caller, change: ShareChange): Promise<FlowShare> {
  const { id = -1, revision, overwrite } = change
  return metadata.transaction(async (db) => {
    await holdShares(metadata.dialect, db)
    const read = await readFields({
      channel: () => cleanChannel(change.channel),
      cgi: () => assertGames(db, caller, change.cgi.trim() === '*' ? 'all' : [change.cgi.trim()]),
      percent: () => cleanPercent(change.percent),
      from: () => cleanDay(change.from, '起始日期'),
      until: () => (change.until ? cleanDay(change.until, '截止日期') : null),
      note: () => cleanText(change.note ?? '', '备注', 2_000),
    })
    const { channel, percent, from, until, note } = read
    const values = { channel, cgi: change.cgi.trim(), percent, first_day: from, last_day: until, note }
    if (until !== null && until < from) throw atField('until', `截止日期 ${until} 早于起始日期 ${from}`)
    await assertAlone(db, { ...values, id })
    const shown = async (row: Share) => (await shownShares(db, caller, [row]))[0] as FlowShare
    if (id <= 0) return shown(await addObject(db, shares, caller, values, { channel, percent }))
    return shown(await changeObject(db, shares, caller, { id, values, revision, overwrite }, shown))
  })
}

/** A deleted share is restored only when no other share covers its days. */
export const restoreShares = ({ metadata }: Deps, caller: Caller, ids: readonly number[]): Promise<null> =>
  metadata.transaction(async (db) => {
    await holdShares(metadata.dialect, db)
    for (const row of await restoreObjects(db, shares, caller, ids)) await assertAlone(db, row)
    return null
  })

async function holdShares(dialect: Deps['metadata']['dialect'], db: Db): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(db)
}

const atField = (field: string, message: string) =>
  new AppError('parameter_wrong', message, { fields: { [field]: message } })

type Days = Pick<Share, 'id' | 'channel' | 'cgi' | 'first_day' | 'last_day'>

async function assertAlone(db: Db, { id, channel, cgi, first_day, last_day }: Days): Promise<void> {
  const others = await db
    .selectFrom('flow_share')
    .selectAll()
    .where(living('flow_share'))
    .where('channel', '=', channel)
    .where('cgi', '=', cgi)
    .where('id', '<>', id)
    .execute()
  const met = others.find(
    (other) =>
      (last_day === null || other.first_day <= last_day) &&
      (other.last_day === null || first_day <= other.last_day),
  )
  if (!met) return
  const message = `与 ${met.first_day} – ${met.last_day ?? '长期'} 的 ${met.percent}% 重叠；请先给它写上截止日期`
  throw new AppError('name_taken', message, { fields: { from: message } })
}

/** Orders without a channel have a share too, under «–», which former files wrote differently. */
const noChannel = [emptyText, '（空）']
const cleanChannel = (typed: string): string =>
  noChannel.includes(cleanLine(typed, '渠道')) ? '' : cleanName(typed, '渠道', 100)

function cleanPercent(typed: string): string {
  const percent = typedDecimal(typed.trim().replace(/[%％]$/, ''), '分成比例', percentDigits)
  if (percent < 0n || percent > 100n * 10n ** BigInt(percentDigits)) throw wrong('分成比例应为 0 到 100')
  return shortText(percent, percentDigits)
}
