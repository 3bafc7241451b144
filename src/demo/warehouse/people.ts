// Look-up tables, and the players with their characteristics.
import type { DemoDay } from './days.ts'
import { nameParts, nicknames } from './names.ts'
import { alsoIn, areas, channels, cutMinute, emptyChannelShare, games, items, windowDays } from './plan.ts'
import { chance, element, pick, text, timeOfDay, values } from './sql.ts'

type ServerRow = [id: number, name: string, cgi: string, openDate: string, region: string]

/** Every server with its game and opening day. */
export function serverRows(days: DemoDay[]): ServerRow[] {
  return games.flatMap((game) => {
    const openings: number[] = []
    for (let day = game.launchDay; day < windowDays; day += game.serverDays) openings.push(day)
    return openings.map(
      (day, index): ServerRow => [
        game.number * 1000 + index + 1,
        `${index + 1}服 ${serverNames[index % serverNames.length]}`,
        game.cgi,
        (days[day] as DemoDay).date,
        game.regions[index % game.regions.length] as string,
      ],
    )
  })
}

export function lookUps(days: DemoDay[]): string[] {
  const servers = serverRows(days)
  return [
    `CREATE TABLE dim_server AS SELECT server_id::INTEGER server_id, server_name, cgi, open_date::DATE open_date, region
     FROM ${values(servers)} t(server_id, server_name, cgi, open_date, region)`,
    `CREATE TABLE dim_region AS SELECT * FROM ${values(Object.entries(areas))} t(region, area)`,
    `CREATE TABLE dim_channel AS SELECT channel, channel_name, channel_type, commission::DOUBLE commission
     FROM ${values(channels.map((c) => [c.channel, c.name, c.type, c.commission]))}
       t(channel, channel_name, channel_type, commission)`,
    `CREATE TABLE dim_item AS SELECT item_id::INTEGER item_id, item_name, item_type, price::DECIMAL(12,2) price
     FROM ${values(items.map((item) => [item.id, item.name, item.type, item.price]))}
       t(item_id, item_name, item_type, price)`,
    `CREATE TEMP TABLE days AS SELECT index::INTEGER AS index, date::DATE AS date, factor::DOUBLE AS factor
     FROM ${values(days.map((day) => [day.index, day.date, day.factor]))} t(index, date, factor)`,
    `CREATE TEMP TABLE games AS SELECT * FROM ${values(
      games.map((game) => [
        game.cgi,
        game.number,
        game.launchDay,
        game.dailyRegistrations,
        game.versionDays,
        game.serverDays,
        game.payFactor,
        game.stayFactor,
        game.minutes,
      ]),
    )} t(cgi, number, launch_day, daily, version_days, server_days, pay_factor, stay_factor, minutes)`,
  ]
}

const serverNames = ['青云', '苍穹', '赤霄', '星河', '长歌', '龙吟', '听雨', '逐鹿']

/** Per game and day: registrations, open servers, and the age of the version. */
export function gameDays(scale: number): string {
  const age = '(d.index - g.launch_day)'
  const fresh = `CASE WHEN ${age} >= g.version_days THEN exp(-(${age} % g.version_days) / 6.0) ELSE 0 END`
  const newServer = `CASE WHEN ${age} >= g.server_days THEN exp(-(${age} % g.server_days) / 4.0) ELSE 0 END`
  const expected = `g.daily * ${scale} * d.factor * (1 + 6 * exp(-${age} / 8.0) + 0.9 * exp(-${age} / 70.0))
    * exp(-${age} / 1500.0) * (1 + 0.8 * ${fresh} + 0.4 * ${newServer})
    * (0.9 + 0.2 * ${chance('g.number * 100000 + d.index', 1)})`
  return `CREATE TEMP TABLE game_days AS
    SELECT g.cgi, g.number::BIGINT number, d.index, d.date, d.factor, ${fresh} AS fresh,
      (1 + ${age} // g.server_days)::INTEGER AS open_servers,
      floor(${expected} + ${chance('g.number * 100000 + d.index', 2)})::INTEGER AS registrations
    FROM games g JOIN days d ON d.index >= g.launch_day`
}

/** Some of the second game's players have the same id in the first. */
const ownNumber = `CASE WHEN number = ${alsoIn.number} AND ${chance('place', 56)} < ${alsoIn.share} THEN ${alsoIn.first} ELSE number END`

/** One row per player and game, with the inclinations that decide the player's later behaviour. */
export function players(): string {
  const shares = channels.map((channel) => ({ value: text(channel.channel), share: channel.share }))
  const given = [...shares, { value: "''", share: emptyChannelShare }]
  const u = (salt: number) => chance('player_id', salt)
  return `CREATE TEMP TABLE players AS
    WITH numbered AS (
      SELECT *, coalesce(sum(registrations) OVER (PARTITION BY cgi ORDER BY index
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::BIGINT AS before
      FROM game_days
    ), counted AS (
      SELECT cgi, number, index AS day, date, open_servers, before + unnest(range(1, registrations + 1)) AS place
      FROM numbered
    ), born AS (
      SELECT * EXCLUDE (place), ${ownNumber} * 10000000 + place AS player_id FROM counted
    )
    SELECT player_id, cgi, number, day, date + ${timeOfDay(u(1), u(2))} AS register_time,
      (number * 1000 + CASE WHEN ${u(3)} < 0.72 THEN open_servers
        ELSE 1 + floor(${u(4)} * open_servers) END)::INTEGER AS server_id,
      ${pick(u(5), [...given, { value: 'NULL', share: 100 - given.reduce((sum, o) => sum + o.share, 0) }], 'NULL')} AS channel,
      ${u(6)} AS platform_chance, ${u(7)} AS life_chance,
      ${pick(
        u(8),
        [
          { value: '0.55', share: 4 },
          { value: '0.22', share: 26 },
          { value: '0.07', share: 110 },
          { value: '0.0', share: 860 },
        ],
        '0.0',
      )} AS inclination
    FROM born`
}

export function register(today: string): string {
  const u = (salt: number) => chance('player_id', salt)
  const country = pick(
    u(11),
    [
      { value: "'中国'", share: 900 },
      { value: "'中国香港'", share: 22 },
      { value: "'中国台湾'", share: 18 },
      { value: "'新加坡'", share: 14 },
      { value: "'马来西亚'", share: 16 },
      { value: "'美国'", share: 10 },
      { value: "''", share: 12 },
    ],
    'NULL',
  )
  const [first, second, third] = nameParts
  const plain = `${element(first, u(12))} || ${element(second, u(13))} || ${element(third, u(14))}`
  return `CREATE TABLE register AS
    SELECT register_time, register_time::DATE AS register_date, cgi, server_id, channel, ${platform} AS platform,
      player_id, CASE WHEN ${u(15)} < 0.02 THEN ${element(nicknames, u(16))} ELSE ${plain} END AS player_name,
      CASE WHEN ${u(17)} < 0.01 THEN NULL ELSE ${country} END AS country
    FROM players WHERE register_time <= ${endOf(today)} ORDER BY register_time`
}

/** The platform follows from the channel. */
export const platform = `CASE
  WHEN channel = 'appstore' THEN 'iOS'
  WHEN channel = 'official' THEN CASE WHEN platform_chance < 0.6 THEN 'PC' ELSE 'Android' END
  WHEN platform_chance < 0.03 THEN 'PC' ELSE 'Android' END`

/** The moment up to which today's data exists. */
export function endOf(today: string): string {
  return `(DATE ${text(today)} + to_minutes(${cutMinute}))`
}
