// Rows for every table that declares who sees its rows and that calls can fill only through a gateway, a clock or a
// file. Written as their slices write them.
import type { Metadata } from '#server/metadata/open.ts'
import { anyTable } from '#server/objects/reading.ts'

export interface Kept {
  ownerId: number
  /** JSON of the rows' games, and one of these games. */
  games: string
  cgi: string
  /** Texts in rows that belong to the owner alone (`own`), and in rows of the games (`ofGames`). */
  own: string
  ofGames: string
  point: number
  view: number
}

const at = '2026-10-01T00:00:00.000Z'
const today = new Date().toISOString()

/**
 * Inserts the rows, or those of the given tables, and returns their ids by table; tables with composite keys have
 * none.
 */
export async function keepRows(
  { db }: Metadata,
  kept: Kept,
  tables?: readonly string[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [table, row] of Object.entries(rowsOf(kept))) {
    if (tables?.includes(table) === false) continue
    const values = {
      ...row,
      ...(['alarm_fire', 'alarm_query_run'].includes(table) && { alarm_id: ids.get('alarm') }),
    }
    const made = await anyTable(db).insertInto(table).values(values).returningAll().executeTakeFirstOrThrow()
    if (typeof made.id === 'number') ids.set(table, made.id)
  }
  return ids
}

function rowsOf({ ownerId, games, cgi, own, ofGames, point, view }: Kept) {
  const object = {
    owner_id: ownerId,
    created_at: at,
    modified_at: at,
    modified_by: ownerId,
    revision: 1,
    deleted_at: null,
  }
  return {
    alarm: {
      ...object,
      name: ofGames,
      games,
      watch: JSON.stringify({ points: [point], dims: [], grain: 'day' }),
      join_by: 'or',
      conditions: JSON.stringify([{ kind: 'threshold', point, op: 'lt', value: 1 }]),
      lasting: 1,
      level: 'warning',
      quiet: null,
      rearm_minutes: 0,
      recovery: 0,
      receiver_ids: '[]',
      user_ids: '[]',
      title: '',
      body: '',
      note: ofGames,
      // Frozen, so that no background work changes it.
      frozen: 1,
      frozen_until: null,
    },
    alarm_query_run: {
      games,
      comparable: 'key',
      stamp: 'stamp',
      period: `${today.slice(0, 10)} 09:00`,
      at: today,
      answer: JSON.stringify({ rows: 1, values: [{ cells: [], label: ofGames, figures: [1] }] }),
    },
    alarm_fire: {
      key: ofGames,
      alarm_name: ofGames,
      owner_id: ownerId,
      games,
      value_key: 'x',
      cells: '[]',
      label: ofGames,
      period: '2026-10-01',
      level: 'warning',
      state: 'recovered',
      reason: ofGames,
      findings: '[]',
      data: '{}',
      watch_text: ofGames,
      condition_text: ofGames,
      movers: null,
      mover_problem: '',
      fired_at: today,
      recovered_at: today,
      recovered_period: null,
      acknowledged_at: null,
      acknowledged_by: null,
      note: ofGames,
      silence: null,
      held_until: null,
      told_with: null,
    },
    inbox_note: {
      user_id: ownerId,
      key: own,
      title: own,
      text: own,
      level: 'info',
      source_kind: 'alarm',
      source_id: null,
      link: null,
      games,
      at: today,
      read_at: null,
      deleted_at: null,
    },
    access_token: {
      ...object,
      name: ofGames,
      token_hash: '0'.repeat(64),
      ending: '0000',
      scope: 'read',
      role_id: null,
      games,
      calls: '[]',
      expires_at: '2100-01-01T00:00:00.000Z',
      used_at: null,
      used_from: '',
      note: ofGames,
    },
    receiver: {
      ...object,
      name: ofGames,
      kind: 'url',
      games,
      config: '{}',
      secrets: '',
      hints: '{}',
      note: ofGames,
    },
    subscription: {
      ...object,
      name: ofGames,
      view_id: view,
      report_id: null,
      info: null,
      pivot: null,
      link: '/statement',
      timing: JSON.stringify({ kind: 'daily', time: '09:00' }),
      content: JSON.stringify({ picture: true, table: true, file: false }),
      note: ofGames,
      paused_by: null,
      paused_why: null,
      paused_at: null,
      last_at: null,
      last_state: null,
      last_problem: null,
      sent_day: null,
      late_day: null,
    },
    query_folder: { ...object, name: own, note: own, grants: '[]' },
    sql_snippet: { ...object, prefix: 'canary', title: own, body: own },
    forecast_scenario: {
      ...object,
      name: own,
      effects: JSON.stringify([{ from: '2026-11-01', to: '2026-11-11', percent: 20 }]),
    },
    segment: {
      ...object,
      name: ofGames,
      games,
      note: ofGames,
      players: '["player_id"]',
      keep_days: 90,
      source: JSON.stringify({ kind: 'list', count: 1, edition: 1 }),
      now_dim: null,
      day_dim: null,
      state: 'done',
      problem: null,
      computed_at: at,
      computations: 1,
      kept_from: null,
      // Never due during the test.
      last_day: '2999-01-01',
    },
    source: {
      ...object,
      name: ofGames,
      games: '"*"',
      kind: 'folder',
      settings: JSON.stringify({ path: ofGames, pattern: '*', settle: 2 }),
      secrets: '',
      kept: '[]',
      table_name: ofGames,
      mode: 'rows',
      joining: JSON.stringify({ keys: [], reading: [], keepGood: false, spanDays: 31 }),
      timing: JSON.stringify({ kind: 'hand' }),
      paused: 0,
      note: ofGames,
    },
    data_check: {
      ...object,
      name: ofGames,
      games: '"*"',
      table_name: ofGames,
      kind: 'least',
      settings: JSON.stringify({ rows: 1 }),
      action: 'mark',
      timing: JSON.stringify({ kind: 'hand' }),
      paused: 0,
      note: ofGames,
    },
    push_task: {
      ...object,
      cgi,
      servers: '[]',
      segment: 'all',
      segment_name: '',
      title: ofGames,
      body: ofGames,
      action: '',
      uri: '',
      media: '',
      icon: '',
      schedule: JSON.stringify({ kind: 'now' }),
      state: 'done',
      problem: '',
      reach: 1,
      next_at: null,
      approved_by: null,
      approved_at: null,
      approved_revision: null,
      request_id: null,
      request_digest: null,
    },
    white_publication: {
      user_id: ownerId,
      games,
      undoes: null,
      status: 'failed',
      digest: '',
      difference: '',
      added: 0,
      removed: 0,
      unchanged: 0,
      generation: null,
      problem: ofGames,
      created_at: at,
      ended_at: at,
    },
    flow_record: {
      ...object,
      kind: 'statement',
      period: '2026-09',
      first_day: '2026-09-01',
      last_day: '2026-09-30',
      cgi,
      channel: ofGames,
      server: '',
      currency: 'CNY',
      amount: '1',
      basis: 'gross',
      note: ofGames,
      reason: ofGames,
      settled_by: null,
      settled_at: null,
      settled_difference: null,
    },
    flow_share: {
      ...object,
      channel: ofGames,
      cgi,
      percent: '30',
      first_day: '2026-01-01',
      last_day: null,
      note: ofGames,
    },
    flow_month: {
      month: '2026-08',
      cgi,
      closed_by: ownerId,
      closed_at: at,
      reopened_by: ownerId,
      reopened_at: at,
      reason: ofGames,
      sums: '[]',
    },
    user_tag_change: {
      batch: 'canarybatch',
      undid: null,
      cgi,
      player_id: 'canary',
      name: ofGames,
      at,
      user_id: ownerId,
      before: null,
      after: JSON.stringify({ name: ofGames, kind: 'text', value: ofGames }),
    },
    user_tag: {
      cgi,
      player_id: 'canary',
      name_key: ofGames,
      name: ofGames,
      kind: 'text',
      value: JSON.stringify(ofGames),
      set_at: at,
      set_by: ownerId,
      revision: 1,
    },
    user_tag_look: { user_id: ownerId, cgi, player_id: ofGames, types: '', at: today },
  }
}
