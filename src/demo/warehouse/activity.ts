// Player activity: daily log-ins until they leave, and the logs in between.

import { endOf, platform } from './people.ts'
import { channels, cutMinute, eventNames, gap, sampleDays, weakVersion, windowDays } from './plan.ts'
import { chance, element, hourShare, text, timeOfDay } from './sql.ts'

/** Of those who return at all (`returning`), a share of k^-`fading` remains after k days. */
const returning = 0.53
const fading = 0.61

const playerDay = '(a.player_id * 1024 + a.day)'

/** One row per player and day with a log-in, before any log loss. */
export function activity(): string {
  const today = windowDays - 1
  // Payers stay longer: their draw is shifted toward the loyal end.
  const draw =
    '(p.life_chance * CASE WHEN p.inclination > 0.2 THEN 0.28 WHEN p.inclination > 0 THEN 0.6 ELSE 1 END)'
  const stays = `CASE WHEN p.cgi = ${text(weakVersion.cgi)} AND p.day >= ${weakVersion.day} THEN ${weakVersion.stays} ELSE 1 END`
  const life = `floor(pow(${returning} * g.stay_factor * ${stays} / greatest(${draw}, 1e-6), 1 / ${fading}))`
  const share = cutMinute / 1440
  return `CREATE TEMP TABLE activity AS
    WITH offsets AS (
      SELECT p.*, g.minutes, g.pay_factor, unnest(range(0, 1 + least(${life}, ${today} - p.day)::BIGINT)) AS age
      FROM players p JOIN games g USING (cgi)
    ), a AS (SELECT *, (offsets.day + age)::INTEGER AS at FROM offsets)
    SELECT a.player_id, a.cgi, a.number, a.server_id, a.channel, ${platform} AS platform, a.at AS day, d.date, a.age,
      a.register_time, a.inclination, a.minutes, a.pay_factor, d.factor, d.fresh
    FROM a JOIN game_days d ON d.cgi = a.cgi AND d.index = a.at
    WHERE a.register_time <= (SELECT max(date) FROM days) + to_minutes(${cutMinute})
      AND (a.age = 0 OR ${chance('(a.player_id * 1024 + a.at)', 20)}
        < 0.7 * d.factor * (1 + 0.25 * d.fresh) * CASE WHEN a.at = ${today} THEN ${share} ELSE 1 END)`
}

const notLost = `NOT (a.cgi = ${text(gap.cgi)} AND a.day IN (${gap.days.join(', ')}))`

export function loginDay(): string {
  const u = (salt: number) => chance(playerDay, salt)
  return `CREATE TABLE login_day AS
    SELECT a.date AS login_date, a.cgi, a.server_id, a.channel, a.player_id, a.platform,
      least(120, 1 + floor(9 * ln(1 + a.age * 1.4) * (0.7 + 0.6 * ${chance('a.player_id', 21)})))::INTEGER AS level,
      greatest(1, floor(a.minutes * a.factor * -ln(1 - 0.98 * ${u(22)})))::INTEGER AS online_minutes,
      (1 + floor(4 * pow(${u(23)}, 2)))::INTEGER AS login_count
    FROM activity a WHERE ${notLost} ORDER BY login_date, cgi`
}

/** A moment of the player's day; on the first day after registration. */
export function moment(u: (salt: number) => string, salt: number): string {
  return `CASE WHEN a.age = 0
    THEN a.register_time + to_seconds(floor(${u(salt)} * epoch(a.date + INTERVAL 1 DAY - a.register_time))::BIGINT)
    ELSE a.date + ${timeOfDay(u(salt), u(salt + 1))} END`
}

export function gameEvent(today: string): string {
  const u = (salt: number) => chance(`(${playerDay} * 4 + n)`, salt)
  return `CREATE TABLE game_event AS
    WITH e AS (
      SELECT ${moment(u, 24)} AS event_time, a.cgi, a.server_id, a.channel, a.player_id,
        ${element(eventNames, u(26))} AS event_name, round(exp(4 * ${u(27)}), 2) AS value
      FROM (SELECT a.*, unnest(range(floor(${chance(playerDay, 28)} * 1.84)::BIGINT)) AS n FROM activity a
        WHERE ${notLost}) a
    )
    SELECT event_time, event_time::DATE AS event_date, cgi, server_id, channel, player_id, event_name,
      value::DOUBLE AS value
    FROM e WHERE event_time <= ${endOf(today)} ORDER BY event_time`
}

/** Concurrent players follow the server's log-ins of the day and the hours of play. */
export function online(today: string): string {
  const curve = Array.from({ length: 288 }, (_, slot) => {
    const [hour, part] = [Math.floor(slot / 12), (slot % 12) / 12]
    return (hourShare(hour) * (1 - part) + hourShare(hour + 1) * part).toFixed(5)
  })
  const share = cutMinute / 1440
  return `CREATE TABLE online_5min AS
    WITH played AS (
      SELECT server_id, cgi, date, day,
        (count(*) / CASE WHEN day = ${windowDays - 1} THEN ${share} ELSE 1 END)::DOUBLE AS players
      FROM activity WHERE day >= ${windowDays - sampleDays} GROUP BY server_id, cgi, date, day
    ), samples AS (
      SELECT played.*, slot, date + to_minutes(5 * slot) AS sample_time
      FROM played, range(288) slots(slot)
    )
    SELECT sample_time, date AS sample_date, cgi, server_id,
      round(players * 3.1 * ([${curve.join(',')}])[1 + slot]
        * (0.95 + 0.1 * ${chance('(server_id * 1024 + day) * 288 + slot', 30)}))::INTEGER AS players
    FROM samples WHERE sample_time <= ${endOf(today)} ORDER BY sample_time, server_id`
}

/** How a channel's players pay, relative to the average. */
export const channelPay = `CASE channel ${channels.map((c) => `WHEN ${text(c.channel)} THEN ${c.payFactor}`).join(' ')} ELSE 0.8 END`
