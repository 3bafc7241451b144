// Rows of a player that was erased do not come back: by no way of loading, and by no former version. What is left is
// counted by hand, and the data folder's bytes are searched for the id.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publish } from '#server/warehouse/publish.ts'
import type { Person } from '#tests/factories/house.ts'
import { querySql, type Run } from '#features/code/contract.ts'
import { markPersonal } from '#features/config/contract.ts'
import {
  type ErasureState,
  erasePlayer,
  erasures,
  type KeptOutList,
  keptOutIds,
  liftKeptOut,
} from '#features/erasing/contract.ts'
import { takeFormerBack } from '#features/imports/contract.ts'
import { discard, type ImportsHouse, makeImportsHouse } from '../imports/importsHouse.ts'

let house: ImportsHouse
let holder: Person

beforeAll(async () => {
  house = await makeImportsHouse()
  holder = await house.person({ keys: ['search_config', 'search_sqlQuery', 'see_personal'] })
})
afterAll(() => house.dispose())

type Change = Parameters<ImportsHouse['load']>[2]
const head = 'day,device,player_id,minutes'
const file = (...rows: string[]) => `${[head, ...rows].join('\n')}\n`

/** Uploads and loads; returns what the page says of it. */
async function load(name: string, content: string, change: Change = (body) => body) {
  const id = await house.sendFile(holder, name, content)
  await house.read(holder, id)
  const state = await house.load(holder, id, change)
  await discard(holder, id)
  return { done: state.done, problem: state.problem, notes: (state.done?.notes ?? []).join('\n') }
}
const into =
  (table: string, by: 'rows' | 'days' | 'keys', keys: string[] = []): Change =>
  (body) => ({ ...body, table, addition: { by, keys, again: false } })
const replacing =
  (table: string): Change =>
  (body) => ({ ...body, table, replace: true })

async function erased(player: string): Promise<ErasureState> {
  const { data, envelope } = await holder.call<ErasureState>(erasePlayer, { body: { player, typed: player } })
  if (!envelope?.isSuccess) throw new Error(envelope?.msg)
  await house.app.jobs.tick()
  await house.app.jobs.settled()
  const all = (await holder.call<ErasureState[]>(erasures)).data
  return all.find(({ id }) => id === data.id) as ErasureState
}

const rowsOf = async (table: string): Promise<unknown[][]> => {
  const sql = `select device, player_id, minutes from ${table} order by minutes`
  const run = (await holder.call<Run>(querySql, { body: { sql } })).data
  if (run.problem) throw new Error(run.problem.message)
  return (run.data[0] ?? []).map((_, row) => run.data.map((column) => column[row]))
}

async function filesWith(value: string): Promise<string[]> {
  const found = []
  for (const entry of await readdir(house.dataDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(value))
      found.push(entry.name)
  return found
}

const listed = async (player?: string) =>
  (await holder.call<KeptOutList>(keptOutIds, { body: player === undefined ? {} : { player } })).data

const device = 'canary-dev-7f31'
const note = (rows: number) => `${rows} 行属于已删除的玩家，未载入`

it('leaves an erased id out of rows that come later, and says how many', async () => {
  await load('visits.csv', file(`2026-01-01,${device},1001,5`, '2026-01-01,dev-b,1002,7'), (body) => ({
    ...body,
    table: 'visits',
  }))
  await holder.call(markPersonal, {
    body: { table: 'visits', columns: [{ name: 'device', kind: 'device' }] },
  })
  expect((await erased(device)).done).toContain('数据表 visits：删除 1 行')
  expect(await rowsOf('visits')).toEqual([['dev-b', 1002, 7]])

  const added = await load(
    'more.csv',
    file(`2026-01-02,${device},1001,8`, `2026-01-02, ${device} ,1001,9`, '2026-01-02,dev-c,1003,10'),
    into('visits', 'rows'),
  )
  expect(added.notes).toContain(note(2))
  expect(added.done?.rows).toBe(1)
  const byDay = await load(
    'day.csv',
    file(`2026-01-02,${device},1001,11`, '2026-01-02,dev-c,1003,12'),
    into('visits', 'days'),
  )
  expect(byDay.notes).toContain(note(1))
  const byKey = await load(
    'key.csv',
    file(`2026-01-03,${device},1001,11`, '2026-01-02,dev-c,1003,13'),
    into('visits', 'keys', ['day', 'player_id']),
  )
  expect(byKey.notes).toContain(note(1))
  expect(await rowsOf('visits')).toEqual([
    ['dev-b', 1002, 7],
    ['dev-c', 1003, 13],
  ])
})

it('leaves it out of tables that are new or replaced, too, and writes none of its bytes', async () => {
  const made = await load('new.csv', file(`2026-01-02,${device},1,1`, '2026-01-02,dev-d,2,2'), (body) => ({
    ...body,
    table: 'fresh',
  }))
  expect(made.notes).toContain(note(1))
  expect(made.done?.rows).toBe(1)
  const replaced = await load(
    'all.csv',
    file('2026-01-02,dev-e,4,4', `2026-01-02,${device},1,1`),
    replacing('visits'),
  )
  expect(replaced.notes).toContain(note(1))
  expect(await rowsOf('visits')).toEqual([['dev-e', 4, 4]])
  // A load of nothing but such rows adds none, and makes no table.
  const only = await load('only.csv', file(`2026-01-04,${device},1,1`), into('visits', 'rows'))
  expect(only.done?.rows).toBe(0)
  expect(only.notes).toContain(note(1))
  const none = await load('none.csv', file(`2026-01-04,${device},1,1`), (body) => ({
    ...body,
    table: 'none',
  }))
  expect(none.problem?.message).toContain('1 行都属于已删除的玩家')
  expect(await filesWith(device)).toEqual([])
})

it('knows a number as text, with blanks, in full width and with a point, and leaves others’ alone', async () => {
  await load('numbers.csv', file('2026-02-01,d1,2001,1', '2026-02-01,d2,20010,2'), (body) => ({
    ...body,
    table: 'numbers',
  }))
  expect((await erased(' ２００１ ')).done).toContain('数据表 numbers：删除 1 行')
  const texts = file(
    '2026-02-02,d1,2001,3',
    '2026-02-02,d1,２００１,4',
    '2026-02-02,d1,\u00a02001\u3000,5',
    '2026-02-02,d1,2001.0,6',
    '2026-02-02,d3,02001,7',
    '2026-02-02,d3,2001x,8',
    '2026-02-02,2001,9999,9',
  )
  const made = await load('texts.csv', texts, (body) => ({
    ...body,
    table: 'texts',
    columns: body.columns.map((column) =>
      column.name === 'player_id' ? { ...column, kind: 'VARCHAR', role: 'none' } : column,
    ),
  }))
  expect(made.notes).toContain(note(4))
  // As an id of a device 2001 is somebody else's.
  expect((await rowsOf('texts')).map((row) => row[2])).toEqual([7, 8, 9])
})

it('brings no former version’s rows back', async () => {
  const id = 'canary-former-55'
  await load('f.csv', file(`2026-03-01,${id},1,1`, '2026-03-01,x,2,2'), (body) => ({
    ...body,
    table: 'former',
  }))
  // The former version has the column under a name that nobody marked while the player was erased.
  await publish(
    house.dataDir,
    async ({ connection }) => {
      await connection.run(
        "CREATE TABLE former AS SELECT DATE '2026-03-02' AS day, 'y' AS device, 3 AS player_id, 3 AS minutes",
      )
      await connection.run("COMMENT ON TABLE former IS '导入自 f.csv'")
    },
    { former: () => ({ kept: null }) },
  )
  await erased('somebody else')
  const { keptOutRows } = await import('#features/config/server/personal/keptOut.ts')
  const at = new Date().toISOString()
  await house.deps.metadata.db
    .insertInto('kept_out')
    .values(
      keptOutRows(house.dataDir, id, new Set(['device'])).map((row) => ({
        ...row,
        player: '#x',
        at,
        by_id: holder.id,
      })),
    )
    .execute()
  const back = await holder.call<{ rows: number; keptOut: number }>(takeFormerBack, {
    body: { table: 'former' },
  })
  expect(back.data).toEqual({ rows: 1, keptOut: 1 })
  expect(await rowsOf('former')).toEqual([['x', 2, 2]])
})

it('is listed by hashes, found by the id, and lifted with audit, after which rows come again', async () => {
  const { count } = await listed()
  expect(count).toBeGreaterThan(2)
  const found = await listed(` ${device} `)
  expect(found.rows).toHaveLength(1)
  expect(found.rows[0]).toMatchObject({ player: found.asked, kinds: expect.arrayContaining(['设备号']) })
  expect(JSON.stringify(await listed())).not.toContain(device)
  const lift = (player: string, person = holder) =>
    person.call<KeptOutList>(liftKeptOut, { body: { player } })
  const alone = await house.person({ keys: ['see_personal', 'search_config'], games: ['a'] })
  expect((await lift(found.asked ?? '', alone)).envelope).toMatchObject({ isSuccess: false })
  expect((await alone.call<KeptOutList>(keptOutIds, { body: {} })).data).toEqual({
    count: 0,
    rows: [],
    asked: null,
  })
  expect((await listed()).count).toBe(count)
  expect((await lift(found.asked ?? '')).data.count).toBe(count - 1)
  expect((await lift(found.asked ?? '')).envelope).toMatchObject({ isSuccess: false, code: 'object_missing' })
  const audited = await house.deps.metadata.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'table.liftKeptOut')
    .execute()
  expect(audited).toEqual([{ detail: JSON.stringify({ player: found.asked }) }])
  const again = await load('again.csv', file(`2026-01-09,${device},1,90`), into('visits', 'rows'))
  expect(again.done?.rows).toBe(1)
  expect(again.notes).not.toContain('已删除的玩家')
})

it('keeps no id, and knows none without the installation’s key', async () => {
  const rows = await house.deps.metadata.db.selectFrom('kept_out').selectAll().execute()
  for (const { hash, player } of rows) {
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(player).toMatch(/^#/)
  }
  const { identityHash } = await import('#server/warehouse/identity.ts')
  expect(rows.map(({ hash }) => hash)).not.toContain(identityHash('', 'player', '2001'))
})
