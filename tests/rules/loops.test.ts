// The server never awaits item after item of a list that a caller sent: a list of thousands would mean as many
// statements. It splits the list into batches, with one statement each.
import { describe, expect, it } from 'vitest'
import { callsOf } from '#server/slice.ts'
import * as slices from '#features/server.ts'
import { longLists, toldLoop, waitingLoops } from './guards/loops.ts'
import { sourcesIn } from './guards/sources.ts'

/** Lists of at most this many items may be processed one by one. */
const few = 50
const lists = new Set(
  callsOf(slices).flatMap(({ query = {}, body = {} }) =>
    [query, body].flatMap((schema) => longLists(schema, few)),
  ),
)

const oneTable = 'of what one imported table proposes'
const columns = 'of the columns of one table'
const chunks = 'of a stream, each as large as a slice'
const limited = 'of a list that is refused above a limit of its own'
const named = 'of names: each has a row of its own, which the store must refuse by itself'
const held = 'of receivers, each of which is held and asked for the right by itself; few are chosen at once'

/** Allowed loops, by file and list, each with the reason why it is short. */
const reasons: Record<string, Record<string, string>> = {
  'src/features/alarm/server/checking/evaluating.ts': { values: limited },
  'src/features/checks/server/kinds/rows.ts': { 'judgedDays(series, judged, mostForecasts)': limited },
  'src/features/code/server/runs/work.ts': { 'all.values()': 'of the runs of this server' },
  'src/features/code/server/temporary/service.ts': { replaced: 'of the tables whose name was taken: one' },
  'src/features/config/server/proposeDefinitions.ts': { columns },
  'src/features/config/server/propose.ts': { 'reports.entries()': oneTable },
  'src/features/config/server/proposePoints.ts': { columns },
  'src/features/config/server/proposing/proposal.ts': { points: oneTable, reports: oneTable },
  'src/features/config/server/replacing/replace.ts': {
    points: 'of what uses one point; each has a history of its own',
    reports: 'of what uses one point; each has a history of its own',
  },
  'src/features/config/server/saving/standing.ts': {
    people: 'of whose things use one point; each reads of their own things',
  },
  'src/features/statement/server/standing.ts': {
    people: 'of whose things stand on one view; each reads of their own things',
  },
  'src/features/definitions/server/writing.ts': { 'path.keys()': 'of the folders above one view' },
  'src/features/demo/server/touched.ts': { 'Object.entries(table.columns)': columns },
  'src/features/dictionary/server/labels.ts': { used: 'of the dimensions of one report' },
  'src/features/gameflow/server/months/closing.ts': {
    games: 'of the games of one closing: only turns are taken',
  },
  'src/features/prediction/server/unusual.ts': { points: limited },
  'src/features/receivers/server/deliveries.ts': {
    receiverIds: 'of the receivers of one page, each with the newest row of an index',
  },
  'src/features/receivers/server/sending.ts': { 'new Set(receiverIds)': held },
  'src/features/receivers/server/service.ts': { 'new Set(ids)': held },
  'src/features/segment/server/list.ts': { games: 'of games, whose players go in slices' },
  'src/features/statement/server/figures.ts': {
    'await seenReports(deps.metadata, user, reportIds)': limited,
  },
  'src/features/statement/server/repo.ts': { 'ids.entries()': 'of the children of one folder' },
  'src/features/statement/server/home/cards.ts': {
    'new Set(viewIds)': 'of the cards of one page, for as long as two seconds',
  },
  'src/features/statement/server/reports.ts': { found: 'of the views of these reports: each once' },
  'src/features/statement/server/valueNames.ts': { 'new Set(dimensions)': 'of the dimensions of one report' },
  'src/features/subscription/server/recipients.ts': { 'new Set(receivers)': held },
  'src/server/metadata/making.ts': { 'Object.entries(table.columns)': columns },
  'src/server/objects/deleting.ts': { rows: named },
  'src/server/results/engine/filters.ts': { filters: limited },
  'src/server/results/store.ts': { ids: 'of the results that one request reads' },
  'src/server/results/file/write.ts': { 'pieces(chunk.rowCount, texts)': chunks },
  'src/server/warehouse/clickhouse/warehouse.ts': { 'rows.take(next.value, begun)': chunks },
  'src/server/warehouse/sandbox/clickhouse/sandbox.ts': { 'rows.take(next.value, head)': chunks },
  'src/server/warehouse/import/load.ts': { named: columns },
  'src/server/warehouse/import/profile.ts': { columns },
}

describe('the server', () => {
  it('awaits no item after item of a caller’s list', () => {
    const sources = sourcesIn('src').filter(
      ({ path, text }) => /^src\/(?:server|features\/\w+\/server)\//.test(path) && /\bfor \(/.test(text),
    )
    expect(lists.size).toBeGreaterThan(10)
    const found = sources.flatMap((source) => waitingLoops(source, lists))
    const isReasoned = ({ path, over }: (typeof found)[number]) => over in (reasons[path] ?? {})
    expect(
      found.filter((loop) => !isReasoned(loop)).map(toldLoop),
      'wait once a slice, not once an item',
    ).toEqual([])
    const needless = Object.entries(reasons).flatMap(([path, loops]) =>
      Object.keys(loops)
        .filter((over) => !found.some((loop) => loop.path === path && loop.over === over))
        .map((over) => `take ${path} ${over} off the reasons`),
    )
    expect(needless, 'remove these reasons: the loops are gone').toEqual([])
  })
})

describe('the guard', () => {
  const caught = (text: string) =>
    waitingLoops({ path: 'src/features/code/server/work.ts', text }, new Set(['ids', 'rows'])).map(toldLoop)

  it.each([
    'async function save(ids: number[]) { for (const id of ids) await write(id) }',
    'async function save({ ids }: Body) { for (const id of new Set(ids)) { if (id) { await write(id) } } }',
    'async function save({ body }: Input) { for (const [at, id] of body.ids.entries()) await write(id, at) }',
    'const save = async (body: Body) => { const all = [...new Set(body.ids)]; for (const id of all) await write(id) }',
    'const save = async (db: Db, ids: number[]) => { for (const row of await read(db, ids)) await write(row) }',
    'const save = async ({ rows = [] }: Body) => { for (const row of rows.filter(isNew)) await write(row) }',
  ])('catches %s', (text) => {
    expect(caught(text)).toEqual([
      expect.stringMatching(/^src\/features\/code\/server\/work\.ts:1: waits for each of /),
    ])
  })

  it.each([
    'async function save(ids: number[]) { for (const part of chunks(ids, 500)) await write(part) }',
    'async function save(ids: number[]) { for (const id of ids) seen.add(id) }',
    'async function save(ids: number[]) { for (const id of ids) { await breathe(); seen.add(id) } }',
    'async function save(db: Db) { const ids = await own(db); for (const id of ids) await write(id) }',
    'async function save(ids: number[]) { for (const id of ids) later.push(async () => await write(id)) }',
  ])('leaves %s alone', (text) => {
    expect(caught(text)).toEqual([])
  })

  it('knows long lists from the contracts', () => {
    const list = (maxItems: number) => ({ type: 'array', maxItems, items: { type: 'integer' } })
    const body = {
      properties: {
        ids: list(1_000),
        days: list(7),
        within: { anyOf: [{ properties: { rows: list(99) } }] },
      },
    }
    expect(longLists(body, few)).toEqual(['ids', 'rows'])
  })
})
