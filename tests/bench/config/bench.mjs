// The configuration's calls over 10,000 points and 5,000 reports: who uses one, a save, a search, what a change would do.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { withInstallation } from '../installation.mjs'
import { milliseconds, percentile } from '../measure.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const counts = { points: 10_000, formulas: 2_000, reports: 5_000 }
const now = '2026-10-01T00:00:00.000Z'
const asks = 40

/** A table by the documented import, then points on it and reports that use twelve of them each. */
function fill(dataDir) {
  const file = join(dataDir, 'facts.csv')
  const lines = Array.from({ length: 500 }, (_, n) => `2026-10-${10 + (n % 20)},c${n % 7},${n}`)
  writeFileSync(file, `day,channel,amount\n${lines.join('\n')}\n`)
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir }
  const args = ['src/main-command.ts', 'import', file, '--table', 'facts']
  execFileSync(process.execPath, args, { cwd: root, env })
  const db = new DatabaseSync(join(dataDir, 'metadata.sqlite'))
  try {
    db.exec('begin')
    const ids = addPoints(db)
    addReports(db, ids)
    db.exec('commit')
  } finally {
    db.close()
  }
  // What the store was when it was last closed.
  rmSync(join(dataDir, 'metadata.sqlite.sha256'), { force: true })
}

function addPoints(db) {
  const { id: table } = db.prepare("select id from point_table where table_truename = 'facts'").get()
  const insert =
    db.prepare(`insert into point(table_id, point_type_id, name_sql, event_filter, filter, types, name,
    describe, info, note, create_time) values (?, null, ?, '', '', ?, ?, '说明', '{"format":"integer"}', '', ?)`)
  const ids = []
  const plain = counts.points - counts.formulas
  for (let n = 0; n < plain; n++) {
    const { lastInsertRowid } = insert.run(table, `amount + ${n}`, 'additive', `充值指标 ${n}`, now)
    ids.push(Number(lastInsertRowid))
  }
  for (let n = 0; n < counts.formulas; n++) {
    const formula = `[充值指标 ${n}] / [充值指标 ${n + 1}]`
    const { lastInsertRowid } = insert.run(null, formula, 'computed', `比率 ${n}`, now)
    ids.push(Number(lastInsertRowid))
  }
  return ids
}

function addReports(db, points) {
  const { id: owner } = db.prepare('select id from "user" order by id').get()
  const { id: view } = db.prepare('select id from view_meta order by id').get()
  const { id: date } = db.prepare("select id from dimension where types = 'date'").get()
  const insert =
    db.prepare(`insert into report(view_meta_id, report_name, remark, position, owner_id, info, modified_at)
    values (?, ?, '', ?, ?, ?, ?)`)
  for (let n = 0; n < counts.reports; n++) {
    const used = Array.from({ length: 12 }, (_, place) => points[(n * 7 + place * 131) % points.length])
    const info = {
      dims: [date],
      points: used,
      dateRange: { relative: 'last30' },
      order: [{ key: `p${used[0]}`, desc: true }],
      columns: [`d${date}`, ...used.map((id) => `p${id}`)],
    }
    insert.run(view, `报表 ${n}`, n, owner, JSON.stringify(info), now)
  }
}

/** Milliseconds of each call, the first one left out. */
async function timed(work, times = asks) {
  const taken = []
  for (let turn = 0; turn <= times; turn++) {
    const begun = performance.now()
    await work(turn)
    if (turn > 0) taken.push(performance.now() - begun)
  }
  return taken
}

async function measure({ address, headers }) {
  const send = async (path, body) => {
    const method = body ? 'POST' : 'GET'
    const reply = await fetch(`${address}${path}`, { method, headers, body: body && JSON.stringify(body) })
    const answer = await reply.json()
    if (answer.isSuccess === false || answer.errors) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const query = 'query($like: Json) { allPoint(like: $like, limit: 100, order: "name") { id name category } }'
  const found = await send('/api/s1/graphql', { query, variables: { like: '充值指标' } })
  const [{ id: first }] = found.allPoint
  const point = (turn) => first + turn * 13
  return {
    uses: await timed((turn) => send(`/api/s1/config/uses/point/${point(turn)}`)),
    search: await timed((turn) => send('/api/s1/graphql', { query, variables: { like: `标 ${turn}` } })),
    saves: await timed((turn) =>
      send('/api/s1/data/addOrUpdateAnaPoint', { id: point(turn), describe: `第 ${turn} 次` }),
    ),
    checks: await timed((turn) =>
      send('/api/s1/config/checkPoint', {
        point: { id: point(turn), name_sql: `amount * ${turn}` },
        figures: false,
      }),
    ),
    effects: await timed(
      (turn) =>
        send('/api/s1/config/effect', {
          point: { id: point(turn), name_sql: `amount - ${turn}` },
          example: false,
        }),
      10,
    ),
  }
}

export const run = () =>
  withInstallation(async (installation) => rowsOf(await measure(installation)), { prepare: fill })

const p95 = (taken) => percentile(taken, 0.95)

function rowsOf({ uses, search, saves, checks, effects }) {
  const others = [search, saves, checks, effects].map(p95)
  return [
    {
      id: 'C',
      work: 'who uses a point, of 10,000 points and 5,000 reports, p95',
      ours: milliseconds(p95(uses)),
      peer: '',
      ratio: '',
      reach: '≤ 100 ms',
      met: p95(uses) <= 100,
    },
    {
      id: 'C',
      work: 'the same store: a search of points, a save, a check while typing, what a change would do, p95',
      ours: others.map(milliseconds).join(', '),
      peer: '',
      ratio: '',
      reach: '≤ 100, 500, 100, 500 ms',
      met: others.every((taken, place) => taken <= [100, 500, 100, 500][place]),
    },
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await run())
