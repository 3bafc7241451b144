// Segments on the server: made by rules, lists or SQL; computed and published; used in reports and SQL; games, rights
// and refusals.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { goneText } from '#semantic/model/gone.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { describeEngines } from '#tests/factories/engines.ts'
import type { Person } from '#tests/factories/house.ts'
import { querySql, type Run } from '#features/code/contract.ts'
import { addOrUpdateAnaDim, deleteDefinitions } from '#features/config/contract.ts'
import { exportDefinitions } from '#features/definitions/contract.ts'
import * as calls from '#features/segment/contract.ts'
import { watchOnce } from '#features/segment/server/computing/watching.ts'
import {
  addOrUpdateReportMeta,
  delReportByViewMetaId,
  explainCell,
  getReportDataByInfo,
  getVocabulary,
  type ReportTable,
} from '#features/statement/contract.ts'
import type { Words } from '#features/statement/server/vocabulary.ts'
import { makeOffice, type Office } from '../statement/office.ts'

describeEngines('segments', (engine) => {
  let office: Office
  let all: Person
  let some: Person
  beforeAll(async () => {
    office = await makeOffice(await engine.options())
    const names = ['a', 'b', 'c'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` }))
    await office.deps.metadata.db.insertInto('game').values(names).execute()
    all = await office.person({ keys: ['search_config', 'search_sqlQuery'] })
    some = await office.person({ keys: ['search_config', 'search_sqlQuery'], games: ['a'] })
  })
  afterAll(() => office?.dispose())

  const change = (given: Partial<calls.SegmentChange> = {}): calls.SegmentChange => ({
    name: '大R',
    games: '*',
    note: '',
    players: ['player_id'],
    keepDays: 90,
    source: {
      kind: 'rules',
      any: [[{ point: office.points.revenue, op: 'gte', values: [100], days: 3_660 }]],
    },
    ...given,
  })
  const save = (given: Partial<calls.SegmentChange> = {}, by = all) =>
    by.call<calls.Segment>(calls.saveSegment, { body: change(given) })
  const listed = async (by = all) => (await by.call<calls.SegmentList>(calls.listSegments)).data.rows
  const shown = async (id: number, by = all) =>
    (await listed(by)).find((one) => one.id === id) as calls.Segment
  const computed = async (id: number) => {
    await vi.waitFor(async () => expect((await shown(id)).state).toMatch(/done|failed/))
    return shown(id)
  }
  const made = async (given: Partial<calls.SegmentChange>, by = all) =>
    computed((await save(given, by)).data.id)
  const rowsOf = async (info: Partial<ReportInfo>, by: Person = all) => {
    const body = { info: { dims: [], points: [office.points.revenue], ...info } }
    const { data } = await by.call<{ data: unknown[][]; rowCount: number }>(getReportDataByInfo, { body })
    return Array.from({ length: data.rowCount }, (_, row) => data.data.map((column) => column[row]))
  }
  const columnsOf = async (info: Partial<ReportInfo>) => {
    const body = { info: { dims: [], points: [office.points.revenue], ...info } }
    return (await all.call<ReportTable>(getReportDataByInfo, { body })).data
  }
  const list = (text: string, skipBad = false) => ({ kind: 'list' as const, text, skipBad })

  it('by rules are computed as they are saved, and are dimensions and conditions of reports', async () => {
    const segment = await made({})
    expect(segment).toMatchObject({
      state: 'done',
      members: 2,
      sourceText: '充值金额 ≥ 100 元（近 3660 天）',
    })
    expect(segment.keptFrom).toBe(segment.day)
    const byIt = await rowsOf({ dims: [segment.dims.now] })
    // Held as before, and read as what people say of a set.
    const { columns } = await columnsOf({ dims: [segment.dims.now] })
    expect(columns[0]).toMatchObject({ names: { 在: '属于', 不在: '不属于' } })
    expect(byIt.map(([value, figure]) => [value, Number(figure)])).toEqual([
      ['在', 1_050],
      ['不在', 7],
    ])
    const cell = {
      info: { dims: [segment.dims.now], points: [office.points.revenue] },
      key: `p${office.points.revenue}`,
      cells: { [`d${segment.dims.now}`]: '在' },
    }
    const explained = await all.call<{ value: unknown; sql: string }>(explainCell, { body: cell })
    expect(Number(explained.data.value)).toBe(1_050)
    const words = (await all.call<Words[]>(getVocabulary)).data
    expect(words.find(({ dim }) => dim === segment.dims.now)?.values).toEqual([
      { value: '在', label: '大R', pinyin: segment.pinyin },
    ])
    expect(words.some(({ dim }) => dim === segment.dims.day)).toBe(false)
    const filters = [{ dim: segment.dims.now, op: 'in' as const, values: ['不在'] }]
    expect((await rowsOf({ dims: [office.dims.game], filters })).map(([game]) => game)).toEqual(['c'])
    // The orders are of before the first day that is kept.
    const byDay = await rowsOf({ dims: [segment.dims.day] })
    expect(byDay.map(([value, figure]) => [value, Number(figure)])).toEqual([[null, 1_057]])
  })

  it('are computed on demand, and of the same day anew', async () => {
    const segment = await shown((await listed())[0]?.id as number)
    const ordered = await all.call<calls.Segment>(calls.computeSegment, {
      params: { id: segment.id },
      body: {},
    })
    expect(ordered.data.state).toBe('waiting')
    const again = await computed(segment.id)
    expect([again.members, again.recent]).toEqual([2, [2]])
    const days = await all.call<calls.SegmentDays>(calls.listSegmentDays, { params: { id: segment.id } })
    expect(days.data).toEqual([{ day: segment.day, members: 2 }])
  })

  it('of a list are its lines; what is none is told by its number', async () => {
    const games = ['a', 'b']
    const text = 'cgi,player_id\na,1\n游戏 b\t3\n\nc,9\nb,3\n4\na,1,2\n'
    const refused = await save({ name: '名单', games, source: list(text) })
    expect(refused.envelope).toMatchObject({ code: 'parameter_wrong' })
    expect(refused.envelope?.msg).toContain('第 5 行：没有游戏「c」')
    expect(refused.envelope?.msg).toContain('第 7 行：没有写游戏')
    expect(refused.envelope?.msg).toContain('第 8 行：应为「玩家」或「游戏,玩家」，却有 3 列')
    const counted = await all.call<calls.CountedMembers>(calls.countSegment, {
      body: change({ games, source: list(text) }),
    })
    expect(counted.data).toMatchObject({ count: 2, bad: { count: 3 } })
    const segment = await made({ name: '名单', games, source: list(text, true) })
    expect([segment.members, segment.source]).toEqual([2, { kind: 'list', count: 2 }])
    const kept = await save({
      ...change({ name: '名单 2', games }),
      id: segment.id,
      source: { kind: 'list' },
    })
    expect((await computed(kept.data.id)).members).toBe(2)
    expect((await save({ name: '空', games, source: list('\n') })).envelope?.msg).toBe('名单里没有玩家')
  })

  it('of SQL are its rows, under the games and rights of whoever made it', async () => {
    const sql = 'select cgi, player_id from orders union all select cgi, null from orders'
    const segment = await made({ name: '下单', source: { kind: 'sql', sql } })
    expect(segment).toMatchObject({ state: 'done', members: 4, problem: null })
    const foreign = "select 'b' as cgi, 3 as player_id union all select cgi, player_id from orders"
    const own = await made({ name: '只看 a', games: ['a'], source: { kind: 'sql', sql: foreign } }, some)
    expect(own).toMatchObject({ state: 'done', members: 2 })
    const wrong = async (text: string) => {
      const body = change({ source: { kind: 'sql', sql: text } })
      return (await all.call(calls.countSegment, { body })).envelope?.msg
    }
    expect(await wrong('select 1 as x, 2 as y')).toContain('SQL 的结果应有列 cgi（游戏代码）和 player_id')
    expect(await wrong('select player_id from orders')).toContain('人群有多个游戏')
    expect(await wrong('select cgi, 1.5::double as player_id from orders')).toContain('应为文本或整数')
    expect(await wrong("select * from read_csv('/etc/passwd')")).toContain('read_csv')
    const noDrop = { duckdb: '不能删除表', clickhouse: '只能运行一条 SELECT 查询，不能使用 DROP' }
    expect(await wrong('drop table orders')).toContain(noDrop[engine.dialect])
    const keyless = await office.person({ keys: ['search_config'] })
    expect((await save({ name: '无权', source: { kind: 'sql', sql } }, keyless)).envelope?.msg).toContain(
      '用 SQL 定义人群需要「代码查询」权限',
    )
    // A name is changed by whoever may not write SQL; the text is not.
    const renamed = { ...change({ name: '下过单', source: { kind: 'sql', sql } }), id: segment.id }
    expect((await keyless.call<calls.Segment>(calls.saveSegment, { body: renamed })).data.name).toBe('下过单')
  })

  it('tell a reader of one game of that part alone, and of no other', async () => {
    const segment = (await listed()).find(({ name }) => name === '大R') as calls.Segment
    const seen = await shown(segment.id, some)
    expect([seen.members, seen.recent, seen.editable]).toEqual([1, [1], false])
    const byIt = await rowsOf({ dims: [segment.dims.now] }, some)
    expect(byIt.map(([value, figure]) => [value, Number(figure)])).toEqual([['在', 150]])
    const run = async (by: Person) => {
      const body = { sql: `select cgi, player_id from ${segment.table} order by 1` }
      const { data } = await by.call<Run>(querySql, { body })
      return data.rowCount
    }
    expect([await run(all), await run(some)]).toEqual([2, 1])
    expect((await save({ ...change(), id: segment.id }, some)).status).toBe(403)
    const hidden = (await save({ name: 'canary-b', games: ['b'], source: list('3') })).data
    expect((await some.call(calls.listSegments)).text).not.toContain('canary')
    expect((await some.call(calls.listSegmentDays, { params: { id: hidden.id } })).status).toBe(404)
    await computed(hidden.id)
  })

  it('are refused where they mean nothing, and keep their names to themselves', async () => {
    const message = async (given: Partial<calls.SegmentChange>, by = all) =>
      (await save(given, by)).envelope?.msg
    expect(await message({ name: ' ' })).toBe('名称不能为空')
    expect(await message({ name: '大Ｒ' })).toContain('已有同名')
    expect(await message({ name: '渠道' })).toContain('已有同名的维度')
    expect(await message({ name: 'x', players: ['p"'] })).toContain('不是列名')
    expect(await message({ name: 'x', players: ['nobody'] })).toContain('没有玩家列 nobody')
    expect(await message({ name: 'x', games: ['b'] }, some)).toContain('不在你可看的游戏里')
    const wrong = { point: office.points.arpu, op: 'gte' as const, values: [1], days: 7 }
    expect(await message({ name: 'x', source: { kind: 'rules', any: [[wrong]] } })).toContain(
      '不能按玩家计算',
    )
  })

  it('stay while a report names them, and come back when they were deleted', async () => {
    const segment = (await listed()).find(({ name }) => name === '大R') as calls.Segment
    const remove = () => all.call(calls.deleteSegment, { params: { id: segment.id }, body: {} })
    const info = office.info({ dims: [segment.dims.day] })
    const body = { viewMetaId: office.view, reportName: '大R日报', info }
    const report = await office.admin.call<{ id: number }>(addOrUpdateReportMeta, { body })
    expect((await remove()).envelope).toMatchObject({ code: 'object_in_use' })
    expect((await remove()).envelope?.msg).toContain('「大R日报」')
    const carried = await all.call(exportDefinitions, { body: { viewIds: [office.view] } })
    expect(carried.envelope?.msg).toContain('报表「大R日报」用到人群「大R（当日）」')
    const whole = await all.call(exportDefinitions, { body: { viewIds: [], all: true } })
    expect(whole.text).not.toContain('大R')
    const inConfig = await all.call(deleteDefinitions, {
      body: { kind: 'dimension', ids: [segment.dims.now] },
    })
    expect(inConfig.envelope?.isSuccess).toBe(false)
    const renamed = await all.call(addOrUpdateAnaDim, { body: { id: segment.dims.now, name: '别名' } })
    expect(renamed.envelope?.msg).toContain('请在人群页修改')
    await office.admin.call(delReportByViewMetaId, {
      body: { viewMetaId: office.view, reportIds: [report.data.id] },
    })
    expect((await remove()).envelope?.isSuccess).toBe(true)
    const gone = await all.call(getReportDataByInfo, { body: { info } })
    expect(gone.envelope?.msg).toContain('已被删除')
    // By its last name, in reports that name it still.
    const told = await all.call<ReportTable>(getReportDataByInfo, { body: { info, tolerant: true } })
    expect(told.data.gone.map(goneText)).toEqual(['维度「大R（当日）」已被删除'])
    const restored = await all.call<calls.Segment>(calls.restoreSegment, {
      params: { id: segment.id },
      body: {},
    })
    expect(restored.data.dims).toEqual(segment.dims)
    expect(await rowsOf({ dims: [segment.dims.now] })).toHaveLength(2)
    const history = await all.call(calls.segmentHistory, { params: { id: segment.id } })
    expect(history.text).toContain('restore')
  })

  it('name the values that they filter by, in the list and in the history', async () => {
    const filters = [{ dim: office.dims.channel, values: ['web', 'none'] }]
    const rule = { point: office.points.revenue, op: 'gte' as const, values: [100], days: 3_660 }
    const source = (condition: object) => ({ kind: 'rules' as const, any: [[{ ...rule, ...condition }]] })
    const { id, revision } = (await save({ name: '官网的', source: source({}) })).data
    await save({ name: '官网的', source: source({ filters }), id, revision })
    expect((await shown(id)).sourceText).toBe('充值金额 ≥ 100 元（近 3660 天，渠道 = 官网 | none）')
    const { data } = await all.call<{ changes: unknown[] }[]>(calls.segmentHistory, { params: { id } })
    expect(data[0]?.changes).toEqual([
      {
        field: 'source',
        title: '来源',
        from: '规则：充值金额 ≥ 100 元（近 3660 天）',
        to: '规则：充值金额 ≥ 100 元（近 3660 天，渠道 = 官网 | none）',
      },
    ])
  })

  it('take no table for theirs that is only called like one, and sweep theirs alone, once they are gone for good', async () => {
    const theirs = `(cgi VARCHAR, player_id VARCHAR, from_day DATE, until_day DATE)${engine.clause}`
    const newest = Math.max(...(await listed()).map(({ id }) => id))
    const gone = await made({ name: '要走的', source: list('a,1') })
    await made({ name: '更新的', source: list('a,1') })
    // A segment of another store, a user's own table, and one whose segment was given up for good.
    await office.publish([
      `CREATE TABLE segment_999999 ${theirs}`,
      `CREATE TABLE segment_777777${engine.clause} AS SELECT 'mine' AS name`,
      `CREATE TABLE segment_0${engine.clause} AS SELECT 'mine' AS name`,
    ])
    expect(gone.id).toBeGreaterThan(newest)
    await office.deps.metadata.db.deleteFrom('segment').where('id', '=', gone.id).execute()
    const names = () => office.deps.warehouse.tables().map(({ name }) => name)
    await vi.waitFor(() => expect(names()).toContain('segment_0'))
    await watchOnce({ ...office.deps, jobs: office.app.jobs }, new AbortController().signal)
    await vi.waitFor(() => expect(names()).not.toContain(`segment_${gone.id}`))
    expect(names()).toEqual(expect.arrayContaining(['segment_999999', 'segment_777777', 'segment_0']))
    const body = { sql: 'select name from segment_0' }
    expect((await all.call<Run>(querySql, { body })).data.rowCount).toBe(1)
  })
})
