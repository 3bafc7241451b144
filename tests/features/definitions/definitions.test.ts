// Moving definitions between installations: the file, the preview, what is written and what is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PastHistory } from '#shared/changeHistory.ts'
import { dumpMetadata } from '#tests/factories/dump.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  addOrUpdateAnaDim,
  addOrUpdateAnaDimTable,
  addOrUpdateAnaPointTable,
} from '#features/config/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import {
  applyDefinitions,
  type DefinitionItem,
  type DefinitionsFile,
  definitionsSchema,
  exportDefinitions,
  previewDefinitions,
} from '#features/definitions/contract.ts'
import { exampleFile } from '#features/definitions/example.ts'
import { readFile } from '#features/definitions/server/fileShape.ts'
import {
  addOrUpdateReportMeta,
  getReportByViewMetaId,
  getReportDataByInfo,
  type Report,
  type ReportTable,
  treeHistory,
} from '#features/statement/contract.ts'
import { makeOffice, type Office, officeSql } from '../statement/office.ts'

let office: Office
let other: House
let configurer: Person

beforeAll(async () => {
  office = await makeOffice()
  other = await makeHouse({ warehouseSql: officeSql })
  configurer = await other.person({ keys: ['search_config'] })
})
afterAll(async () => {
  await office.dispose()
  await other.dispose()
})

const fileFrom = async (body: object): Promise<DefinitionsFile> =>
  JSON.parse((await office.admin.call(exportDefinitions, { body })).text) as DefinitionsFile

interface Preview {
  items: DefinitionItem[]
  digest: string
}
const preview = async (person: Person, file: unknown) =>
  person.call<Preview>(previewDefinitions, { body: { file } })
const apply = async (person: Person, file: unknown, keys: string[], digest: string) =>
  person.call<{ added: number; changed: number }>(applyDefinitions, { body: { file, keys, digest } })
async function applyAll(person: Person, file: unknown) {
  const { items, digest } = (await preview(person, file)).data
  return apply(
    person,
    file,
    items.filter(({ problems }) => problems.length === 0).map(({ key }) => key),
    digest,
  )
}

async function saveArpu(): Promise<void> {
  const info = office.info({
    dims: [office.dims.date, office.dims.kind],
    points: [office.points.arpu],
    filters: [{ dim: office.dims.state, op: 'in', values: ['paid'] }],
    order: [{ key: `p${office.points.arpu}`, desc: true }],
  })
  await office.admin.call(addOrUpdateReportMeta, {
    body: { viewMetaId: office.view, reportName: '人均', info: { ...info, filters: [] } },
  })
}

describe('a file', () => {
  it('holds what the views stand on, through formulas and joins, and nothing else', async () => {
    await saveArpu()
    const file = await fileFrom({ viewIds: [office.view] })
    expect(file.views).toMatchObject([
      { name: '日报', folder: ['经营'], reports: [{ reportName: '访问' }, { reportName: '人均' }] },
    ])
    expect(file.points.map(({ name }) => name).sort()).toEqual(['ARPU', '充值金额', '在线时长', '活跃用户'])
    expect(file.dimensions.map(({ name }) => name).sort()).toEqual(['日期', '渠道类型'])
    expect(file.dimensionTables.map(({ name }) => name)).toEqual(['渠道表'])
    const all = await fileFrom({ viewIds: [], all: true })
    expect(all.points).toHaveLength(5)
    expect(all.dictionaries).toEqual([
      {
        id: office.dictionary,
        name: '渠道',
        formName: 'channel',
        attributes: ['代码', '名称'],
        values: [
          ['web', '官网'],
          ['store', '应用商店'],
          ['gold', '=金矿'],
        ],
      },
    ])
  })

  it('holds no view that the caller can’t see', async () => {
    const stranger = await office.person({ keys: ['search_config'] })
    const { db } = office.deps.metadata
    await db.updateTable('view_meta').set({ shared: 0 }).where('id', '=', office.view).execute()
    const answer = await stranger.call(exportDefinitions, { body: { viewIds: [office.view] } })
    await db.updateTable('view_meta').set({ shared: 1 }).where('id', '=', office.view).execute()
    expect(answer.status).toBe(404)
  })
})

describe('an installation without definitions', () => {
  it('shows all as new, writes them, and gives the same figures', async () => {
    const file = await fileFrom({ viewIds: [office.view] })
    const { items } = (await preview(configurer, file)).data
    expect(new Set(items.map(({ action }) => action))).toEqual(new Set(['add']))
    expect(items.flatMap(({ problems }) => problems)).toEqual([])
    const { added, changed } = (await applyAll(configurer, file)).data
    expect([added, changed]).toEqual([items.length, 0])

    const view = await other.deps.metadata.db.selectFrom('view_meta').selectAll().executeTakeFirstOrThrow()
    const reports = (await configurer.call<Report[]>(getReportByViewMetaId, { params: { id: view.id } })).data
    expect(reports.map(({ reportName }) => reportName)).toEqual(['访问', '人均'])
    const here = (await office.admin.call<Report[]>(getReportByViewMetaId, { params: { id: office.view } }))
      .data
    for (const [index, report] of reports.entries()) {
      const figures = async (person: Person, info: Report['info'] | undefined) =>
        (await person.call<ReportTable>(getReportDataByInfo, { body: { info } })).data
      const carried = await figures(configurer, report.info)
      const original = await figures(office.admin, here[index]?.info)
      expect([carried.data, carried.summary]).toEqual([original.data, original.summary])
      expect(carried.rowCount).toBeGreaterThan(0)
    }
  })

  it('shows the same file as nothing new afterwards, and refuses to apply nothing', async () => {
    const file = await fileFrom({ viewIds: [office.view] })
    const { items, digest } = (await preview(configurer, file)).data
    expect(new Set(items.map(({ action }) => action))).toEqual(new Set(['same']))
    const answer = await apply(
      configurer,
      file,
      items.map(({ key }) => key),
      digest,
    )
    expect(answer.envelope?.msg).toBe('没有选择要导入的内容')
  })

  it('shows a change field by field with who uses it, and writes only what was chosen', async () => {
    const file = await fileFrom({ viewIds: [office.view] })
    const minutes = file.points.find(({ name }) => name === '在线时长')
    const players = file.points.find(({ name }) => name === '活跃用户')
    if (!minutes || !players) throw new Error('the file lacks its points')
    minutes.name_sql = 'minutes * 60'
    minutes.info = { ...minutes.info, unit: '秒' }
    players.describe = '另一种说法'
    const { items, digest } = (await preview(configurer, file)).data
    const changing = items.filter(({ action }) => action === 'change')
    expect(changing.map(({ name }) => name).sort()).toEqual(['在线时长', '活跃用户'])
    const item = changing.find(({ name }) => name === '在线时长')
    expect(item?.usedBy).toBe(1)
    expect(item?.changes).toEqual([
      { field: '表达式', before: 'minutes', after: 'minutes * 60' },
      { field: '单位', before: null, after: '秒' },
    ])
    const done = await apply(configurer, file, [item?.key ?? ''], digest)
    expect(done.data).toEqual({ added: 0, changed: 1 })
    const kept = await other.deps.metadata.db.selectFrom('point').selectAll().orderBy('id').execute()
    expect(kept.find(({ name }) => name === '在线时长')?.name_sql).toBe('minutes * 60')
    expect(kept.find(({ name }) => name === '活跃用户')?.describe).toBe('活跃用户的说明')
    const changed = kept.find(({ name }) => name === '在线时长')
    expect(changed).toMatchObject({ revision: 2, modified_by: configurer.id })
    const past = await other.deps.metadata.db
      .selectFrom('object_change')
      .select(['action', 'before'])
      .where('object_id', '=', String(changed?.id))
      .execute()
    expect(past.map(({ before }) => JSON.parse(before ?? ''))).toMatchObject([{ name_sql: 'minutes' }])
  })

  it('changes a report as its editors do, and tells of it', async () => {
    const file = await fileFrom({ viewIds: [office.view] })
    const [carried] = file.views[0]?.reports ?? []
    if (!carried) throw new Error('the file lacks its reports')
    carried.info = { ...carried.info, limit: 7 }
    carried.remark = '文件里的口径'
    const { items, digest } = (await preview(configurer, file)).data
    const changing = items.filter(({ kind, action }) => kind === 'report' && action === 'change')
    expect(changing.flatMap(({ changes }) => changes)).toEqual([
      { field: '备注', before: null, after: '文件里的口径' },
      { field: '行数', before: null, after: '7' },
    ])
    await apply(
      configurer,
      file,
      changing.map(({ key }) => key),
      digest,
    )
    const found = other.deps.metadata.db.selectFrom('report').selectAll().where('remark', '<>', '')
    const { id, revision, modified_by } = await found.executeTakeFirstOrThrow()
    expect({ revision, modified_by }).toEqual({ revision: 2, modified_by: configurer.id })
    const params = { kind: 'report', id }
    const [told] = (await configurer.call<PastHistory>(treeHistory, { params })).data
    expect(told?.changes.map(({ title, to }) => [title, to])).toEqual([
      ['行数', '7'],
      ['备注', '文件里的口径'],
    ])
  })

  it('refuses what changed between preview and apply', async () => {
    const file = await fileFrom({ viewIds: [office.view] })
    const { items, digest } = (await preview(configurer, file)).data
    await other.deps.metadata.db
      .updateTable('point')
      .set({ describe: '此间改过' })
      .where('name', '=', '活跃用户')
      .execute()
    const before = await dumpMetadata(other.deps.metadata)
    const answer = await apply(
      configurer,
      file,
      items.map(({ key }) => key),
      digest,
    )
    expect([answer.status, answer.envelope?.code]).toEqual([409, 'object_conflict'])
    expect(await dumpMetadata(other.deps.metadata)).toEqual(before)
  })
})

describe('somebody of some games', () => {
  it('may bring points and reports, not what says whose rows are whose', async () => {
    const file = await fileFrom({ viewIds: [office.view] })
    const limited = await other.person({ keys: ['search_config'], games: ['a'] })
    const visit = file.pointTables.find(({ table_truename }) => table_truename === 'visit')
    const minutes = file.points.find(({ name }) => name === '在线时长')
    if (!visit || !minutes) throw new Error('the file lacks its table or point')
    visit.game_column = null
    minutes.note = '只改备注'
    const { items, digest } = (await preview(limited, file)).data
    const table = items.find(({ kind, name }) => kind === 'pointTable' && name === '访问')
    expect([table?.action, table?.problems.join()]).toEqual([
      'change',
      '表的定义决定哪些数据属于哪个游戏，只有可看全部游戏的人可以修改',
    ])
    const refused = await apply(limited, file, [table?.key ?? ''], digest)
    expect(refused.envelope?.code).toBe('import_invalid')
    const point = items.find(({ name }) => name === '在线时长')
    expect((await apply(limited, file, [point?.key ?? ''], digest)).data.changed).toBe(1)
    const kept = await other.deps.metadata.db.selectFrom('point_table').selectAll().execute()
    expect(kept.map(({ game_column }) => game_column)).toEqual(['cgi', 'cgi'])
  })
})

describe('formulas', () => {
  it('find their points by number under the numbers of the new installation', async () => {
    const file = await fileFrom({ viewIds: [], all: true })
    const arpu = file.points.find(({ name }) => name === 'ARPU')
    if (!arpu) throw new Error('the file lacks ARPU')
    // ARPU comes first in the file, and so do its references to what comes later.
    arpu.name_sql = `[#${office.points.revenue}] / [#${office.points.players}]`
    file.points = [arpu, ...file.points.filter((point) => point !== arpu)]
    file.views = []
    file.dimensions = file.dimensions.filter(({ info }) => info.dictId === undefined)
    const empty = await makeHouse({ warehouseSql: officeSql })
    try {
      const person = await empty.person({ keys: ['search_config'] })
      // Other numbers than where it comes from.
      const blank = {
        table_id: null,
        point_type_id: null,
        event_filter: '',
        filter: '',
        describe: '',
        note: '',
      }
      const row = { ...blank, name_sql: '1', types: 'computed', info: '{}', create_time: '' }
      for (const name of ['甲', '乙', '丙'])
        await empty.deps.metadata.db
          .insertInto('point')
          .values({ ...row, name })
          .execute()
      expect((await applyAll(person, file)).data.changed).toBe(0)
      const points = await empty.deps.metadata.db.selectFrom('point').selectAll().execute()
      const idOf = (name: string) => points.find((point) => point.name === name)?.id
      expect(points.find(({ name }) => name === 'ARPU')?.name_sql).toBe(
        `[#${idOf('充值金额')}] / [#${idOf('活跃用户')}]`,
      )
    } finally {
      await empty.dispose()
    }
  })
})

describe('dictionaries', () => {
  it('are carried with their rows, merged by code, and shown before', async () => {
    const file = await fileFrom({ viewIds: [], all: true })
    const empty = await makeHouse({ warehouseSql: officeSql })
    try {
      const { db } = empty.deps.metadata
      const person = await empty.person({ keys: ['search_config', 'manage_dictionary'] })
      const dictionaryOf = async (given: DefinitionsFile, who = person) =>
        (await preview(who, given)).data.items.find(({ kind }) => kind === 'dictionary')
      expect(await dictionaryOf(file)).toMatchObject({ action: 'add', name: '渠道', place: '3 行' })
      const { items, digest } = (await preview(person, file)).data
      const dimension = items.find(({ kind, name }) => kind === 'dimension' && name === '渠道')
      // The dimension needs it.
      const alone = await apply(person, file, [dimension?.key ?? ''], digest)
      expect(alone.envelope?.msg).toBe('「渠道」要用到「渠道」，请一并选择')
      expect((await applyAll(person, file)).envelope?.isSuccess).toBe(true)
      const [made] = await db.selectFrom('dictionary').selectAll().execute()
      const rows = async () =>
        (await db.selectFrom('dictionary_data').selectAll().orderBy('position').execute()).map(
          ({ data }) => JSON.parse(data) as string[],
        )
      expect(await rows()).toEqual(file.dictionaries[0]?.values)
      const written = await db.selectFrom('dimension').selectAll().where('name', '=', '渠道').execute()
      expect(JSON.parse(written[0]?.info ?? '{}')).toMatchObject({ dictId: made?.id })
      expect((await dictionaryOf(file))?.action).toBe('same')

      // A row of this house alone stays, one of the same code is replaced, a new one comes behind.
      const place = { dict_id: made?.id ?? 0, position: 3 }
      await db
        .insertInto('dictionary_data')
        .values({ ...place, data: '["own","自己的"]' })
        .execute()
      const changed = structuredClone(file)
      const [dictionary] = changed.dictionaries
      if (!dictionary) throw new Error('the file has no dictionary')
      dictionary.values = [
        ['web', '网站'],
        ['store', '应用商店'],
        ['new', '新的'],
      ]
      const change = await dictionaryOf(changed)
      expect(change).toMatchObject({
        action: 'change',
        changes: [
          { field: '代码 web', before: '官网', after: '网站' },
          { field: '代码 new', before: null, after: '新的' },
        ],
      })
      await apply(person, changed, [change?.key ?? ''], (await preview(person, changed)).data.digest)
      expect(await rows()).toEqual([
        ['web', '网站'],
        ['store', '应用商店'],
        ['gold', '=金矿'],
        ['own', '自己的'],
        ['new', '新的'],
      ])

      // Without the right it is named and skipped; the rest of the file can be applied.
      const other = await empty.person({ keys: ['search_config'] })
      const skipped = await dictionaryOf(file, other)
      expect(skipped?.problems).toEqual(['导入字典需要「字典管理」权限，没有它就跳过这个字典'])
      const refused = await apply(other, file, [skipped?.key ?? ''], (await preview(other, file)).data.digest)
      expect(refused.envelope?.code).toBe('import_invalid')
      expect((await rows())[0]).toEqual(['web', '网站'])
      const columns = { ...file, dictionaries: [{ ...dictionary, attributes: ['代码', '名称', '拼音'] }] }
      expect((await dictionaryOf(columns))?.problems.join()).toContain('不能合并')
      const twice = { ...file, dictionaries: [{ ...dictionary, values: [['web'], ['web']] }] }
      expect((await dictionaryOf(twice))?.problems.join()).toContain('代码有重复')
      const same = { ...file, dictionaries: [dictionary, { ...dictionary, id: 99 }] }
      expect((await preview(person, same)).envelope?.msg).toContain('同名的字典')
    } finally {
      await empty.dispose()
    }
  })

  it('with rows of games are named alone to who sees some of them, and written by who sees all', async () => {
    const { db } = office.deps.metadata
    const dict_id = office.dictionary
    const head = { attributes: '["代码","名称","游戏"]' }
    await db.updateTable('dictionary').set(head).where('id', '=', dict_id).execute()
    await db.insertInto('dictionary_data').values({ dict_id, data: '["b1","乙","b"]', position: 9 }).execute()
    try {
      const limited = await office.person({ keys: ['search_config', 'manage_dictionary'], games: ['a'] })
      const body = { viewIds: [], all: true }
      const part = JSON.parse((await limited.call(exportDefinitions, { body })).text) as DefinitionsFile
      expect(part.dictionaries).toEqual([{ id: dict_id, name: '渠道' }])
      const whole = await fileFrom(body)
      expect(whole.dictionaries[0]?.values).toHaveLength(4)
      const given = structuredClone(whole)
      given.dictionaries[0]?.values?.push(['b2', '乙二', 'b'])
      const item = (await preview(limited, given)).data.items.find(({ kind }) => kind === 'dictionary')
      expect(item?.problems.join()).toContain('只有可看全部游戏的人可以导入')
      // Nothing of what is not theirs is told.
      given.dictionaries[0]?.values?.splice(3, 1, ['b1', '别的', 'b'])
      const told = (await preview(limited, given)).data.items.find(({ kind }) => kind === 'dictionary')
      expect([item?.changes, told?.changes, told?.action]).toEqual([[], [], 'change'])
    } finally {
      await db.deleteFrom('dictionary_data').where('position', '=', 9).execute()
      await db
        .updateTable('dictionary')
        .set({ attributes: '["代码","名称"]' })
        .where('id', '=', dict_id)
        .execute()
    }
  })
})

describe('what can’t be applied', () => {
  it('says which table, dictionary or column is not here, and is refused', async () => {
    const file = await fileFrom({ viewIds: [], all: true })
    const bare = await makeHouse({ warehouseSql: [officeSql[0] ?? '', officeSql[1] ?? ''] })
    try {
      const person = await bare.person({ keys: ['search_config'] })
      const { items, digest } = (await preview(person, file)).data
      const problemsOf = (name: string) => items.find((item) => item.name === name)?.problems.join()
      expect(problemsOf('订单')).toContain('数据表 orders 不存在')
      expect(problemsOf('充值金额')).toContain('orders')
      expect(items.find(({ kind }) => kind === 'dictionary')?.problems).toEqual([
        '导入字典需要「字典管理」权限，没有它就跳过这个字典',
      ])
      const named = { ...file, dictionaries: file.dictionaries.map(({ id, name }) => ({ id, name })) }
      const without = (await preview(person, named)).data.items
      expect(without.filter(({ kind }) => kind === 'dictionary')).toEqual([])
      expect(without.find(({ name }) => name === '渠道')?.problems.join()).toBe(
        '这里没有字典「渠道」，请先导入字典',
      )
      const revenue = items.find(({ name }) => name === '充值金额')
      const answer = await apply(person, file, [revenue?.key ?? ''], digest)
      expect(answer.envelope?.code).toBe('import_invalid')
      const players = items.find(({ name }) => name === '活跃用户')
      const alone = await apply(person, file, [players?.key ?? ''], digest)
      expect(alone.envelope?.msg).toBe('「活跃用户」要用到「访问」，请一并选择')
      expect((await bare.deps.metadata.db.selectFrom('point').selectAll().execute()).length).toBe(0)
    } finally {
      await bare.dispose()
    }
  })

  it.each([
    [{}, '这不是本系统导出的定义文件'],
    [{ format: 'analytics-v3-definitions', version: 9 }, '文件的版本 9 比本系统新'],
    [
      { format: 'analytics-v3-definitions', version: 1, points: 'x' },
      'exportedAt（/exportedAt）应为文本，不能缺',
    ],
  ])('a file like %o', async (file, message) => {
    const answer = await preview(configurer, file)
    expect(answer.envelope?.code).toBe('import_invalid')
    expect(answer.envelope?.msg).toContain(message)
  })

  it('a file that is wrong in a part names the object, the field and what was expected', async () => {
    const file = structuredClone(exampleFile) as unknown as {
      points: Record<string, unknown>[]
      views: { folder: unknown; reports: { info: Record<string, unknown> }[] }[]
      dictionaries: { values: unknown[] }[]
    }
    const said = async (change: (wrong: typeof file) => void) => {
      const wrong = structuredClone(file)
      change(wrong)
      return (await preview(configurer, wrong)).envelope?.msg ?? ''
    }
    const set = (of: object | undefined, key: string, value: unknown) =>
      Object.assign(of ?? {}, { [key]: value })
    expect(await said(({ points }) => set(points[0], 'types', 'sum'))).toMatch(
      /^文件内容有误：指标「订单金额」的 types（\/points\/0\/types）应为additive、.* 之一/,
    )
    expect(await said(({ points }) => delete points[1]?.name_sql)).toContain(
      '指标「下单人数」的 name_sql（/points/1/name_sql）应为文本（最多 20000 字），不能缺',
    )
    expect(await said(({ views }) => set(views[0]?.reports[1]?.info, 'dims', 'x'))).toContain(
      '视图「订单日报」的报表「按渠道」的 dims',
    )
    expect(await said(({ views }) => set(views[0], 'folder', null))).toContain(
      '视图「订单日报」的 folder（/views/0/folder）应为列表（最多 8 项）',
    )
    expect(await said(({ dictionaries }) => set(dictionaries[0]?.values, '0', [1]))).toContain(
      '字典「渠道名称」的 values（/dictionaries/0/values/0/0）应为文本',
    )
    expect(await said((wrong) => set(wrong, 'points', Array(5_001).fill({})))).toContain(
      'points（/points）应为列表（最多 5000 项）',
    )
  })

  it('a dimension table whose key stands in it twice, with the keys', async () => {
    const table = {
      id: 1,
      name: '访问过的渠道',
      table_truename: 'visit',
      key_column: 'channel',
      game_column: null,
      describe: '',
    }
    const file = { ...exampleFile, dimensionTables: [table] }
    const { items, digest } = (await preview(configurer, file)).data
    const item = items.find(({ kind }) => kind === 'dimensionTable')
    expect(item?.problems.join()).toMatch(/^主键 channel 有重复值（.*web.*），不能用来关联/)
    expect((await apply(configurer, file, [item?.key ?? ''], digest)).envelope?.code).toBe('import_invalid')
    const sound = { ...table, table_truename: 'channels', key_column: 'code' }
    const found = (await preview(configurer, { ...exampleFile, dimensionTables: [sound] })).data
    expect(found.items.find(({ kind }) => kind === 'dimensionTable')?.problems).toEqual([])
  })

  it('publishes the schema that it checks by, which the example keeps', async () => {
    const answer = await configurer.call(definitionsSchema, {})
    const schema = JSON.parse(answer.text) as { properties: Record<string, unknown> }
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(exampleFile).sort())
    expect(await readFile(exampleFile)).toEqual(exampleFile)
    expect(new Set((await preview(configurer, exampleFile)).data.items.map(({ name }) => name))).toEqual(
      new Set([
        '订单',
        '下单日期',
        '下单渠道',
        '订单金额',
        '下单人数',
        '人均订单金额',
        '订单日报',
        '按日',
        '按渠道',
      ]),
    )
    expect((await (await other.person({ keys: [] })).call(definitionsSchema, {})).status).toBe(403)
  })

  it('a hostile file: repeated numbers, references to nothing, circles, a formula of 20,001 characters', async () => {
    const file = await fileFrom({ viewIds: [office.view] })
    const [first] = file.points
    if (!first) throw new Error('the file has no points')
    const twice = { ...file, points: [first, first] }
    expect((await preview(configurer, twice)).envelope?.msg).toContain('重复的编号')
    const long = { ...file, points: [{ ...first, name_sql: 'x'.repeat(20_001) }] }
    expect((await preview(configurer, long)).envelope?.msg).toContain('文件内容有误')
    const circle = structuredClone(file)
    const arpu = circle.points.find(({ name }) => name === 'ARPU')
    if (arpu) arpu.name_sql = '[ARPU] + 1'
    const lost = structuredClone(circle)
    lost.points = lost.points.filter(({ name }) => name !== '充值金额')
    const problems = async (given: DefinitionsFile) =>
      (await preview(configurer, given)).data.items.find(({ name }) => name === 'ARPU')?.problems.join()
    expect(await problems(circle)).toContain('公式不能引用指标自己')
    const injected = structuredClone(file)
    const bad = injected.points.find(({ name }) => name === '在线时长')
    if (bad) bad.name_sql = 'minutes); DROP TABLE visit; --'
    const item = (await preview(configurer, injected)).data.items.find(({ name }) => name === '在线时长')
    expect(item?.problems.length).toBeGreaterThan(0)
  })
})

describe('a hostile file', () => {
  const empty = async (): Promise<DefinitionsFile> => ({
    ...(await fileFrom({ viewIds: [], all: true })),
    categories: [],
    dictionaries: [],
    dimensions: [],
    points: [],
    views: [],
  })
  const point = (file: DefinitionsFile, change: object = {}) => ({
    id: 900_001,
    table_id: file.pointTables[0]?.id ?? 0,
    point_typeId: null,
    name_sql: '*',
    event_filter: '',
    filter: '',
    types: 'additive' as const,
    name: '外来',
    describe: '',
    info: {},
    note: '',
    ...change,
  })

  it('cannot put a point into a category that it does not hold', async () => {
    const file = await empty()
    const other = { id: 7, kind: 'dimension' as const, name: '维度的' }
    for (const [categories, point_typeId] of [[[], 424_242] as const, [[other], 7] as const]) {
      const given = { ...file, categories: [...categories], points: [point(file, { point_typeId })] }
      const { items, digest } = (await preview(configurer, given)).data
      const found = items.find(({ kind }) => kind === 'point')
      expect(found?.problems).toEqual(['文件里没有它所在的分类，请重新导出后再试'])
      const answer = await apply(configurer, given, [found?.key ?? ''], digest)
      expect([answer.status, answer.envelope?.code]).toEqual([200, 'import_invalid'])
    }
  })

  it.each([['  '], ['a\nb'], ['\u200b'], ['a'.repeat(101)]])(
    'brings no name that nobody could type: %j',
    async (name) => {
      const file = await empty()
      const views = [{ name, folder: [], reports: [] }]
      expect((await preview(configurer, { ...file, views })).envelope?.code).toBe('import_invalid')
      const inFolder = [{ name: '视图', folder: [name], reports: [] }]
      expect((await preview(configurer, { ...file, views: inFolder })).envelope?.code).toBe('import_invalid')
      const categories = [{ id: 7, kind: 'point' as const, name }]
      expect((await preview(configurer, { ...file, categories })).envelope?.code).toBe('import_invalid')
      const { items } = (await preview(configurer, { ...file, points: [point(file, { name })] })).data
      expect(items.find(({ kind }) => kind === 'point')?.problems).toHaveLength(1)
    },
  )

  it('is refused at once where it holds more than anybody has', async () => {
    const file = await empty()
    const points = Array.from({ length: 5_001 }, (_, index) => point(file, { id: 900_001 + index }))
    expect((await preview(configurer, { ...file, points })).envelope?.code).toBe('import_invalid')
    const report = { reportName: '报表', remark: '', info: { dims: [], points: [1] } }
    const views = Array.from({ length: 3 }, (_, at) => ({
      name: `视图${at}`,
      folder: [],
      reports: Array.from({ length: 1_000 }, (__, index) => ({ ...report, reportName: `报表${index}` })),
    }))
    const answer = await preview(configurer, { ...file, views })
    expect(answer.envelope?.msg).toBe('文件里的报表超过 2000 张，请分几次导出视图')
  })
})

describe('joins of a file', () => {
  let file: DefinitionsFile
  let empty: House
  let receiver: Person
  afterAll(() => empty?.dispose())
  beforeAll(async () => {
    empty = await makeHouse({ warehouseSql: officeSql })
    receiver = await empty.person({ keys: ['search_config', 'manage_dictionary'] })
    const table = await office.admin.call<{ id: number }>(addOrUpdateAnaDimTable, {
      body: { name: '信件表', table_truename: 'letters', key_column: 'code' },
    })
    const hop = { dimTableId: table.data.id, column: 'kind' }
    await office.admin.call(addOrUpdateAnaDimTable, { body: { id: office.tables.channels, joins: [hop] } })
    const channel = { dimTableId: office.tables.channels, column: 'channel' }
    const joins = [channel, { ...channel, role: '落地渠道' }]
    await office.admin.call(addOrUpdateAnaPointTable, { body: { id: office.tables.visit, joins } })
    const info = { expression: 'kind', role: '落地渠道' }
    await office.admin.call(addOrUpdateAnaDim, {
      body: { name: '落地渠道类型', table_id: office.tables.channels, types: 'string', info },
    })
    const whole = await fileFrom({ viewIds: [office.view] })
    const all = await fileFrom({ viewIds: [], all: true })
    // What is joined comes after what joins it.
    file = { ...all, views: whole.views, dimensionTables: all.dimensionTables.toReversed() }
  })

  it('are written with roles and under the numbers of the new installation, whatever their order', async () => {
    const partly = await fileFrom({ viewIds: [office.view] })
    expect(partly.dimensionTables.map(({ name }) => name).sort()).toEqual(['信件表', '渠道表'].sort())
    expect((await applyAll(receiver, file)).envelope?.msg ?? '').toBe('')
    const { dimensionTables, pointTables, dimensions } = await readModel(empty.deps)
    const idOf = (name: string) => dimensionTables.find((table) => table.name === name)?.id
    expect(dimensionTables.find(({ name }) => name === '渠道表')?.joins).toEqual([
      { dimTableId: idOf('信件表'), column: 'kind' },
    ])
    const channel = { dimTableId: idOf('渠道表'), column: 'channel' }
    expect(pointTables.find(({ name }) => name === '访问')?.joins).toEqual([
      channel,
      { ...channel, role: '落地渠道' },
    ])
    expect(dimensions.find(({ name }) => name === '落地渠道类型')?.info.role).toBe('落地渠道')
    const again = (await preview(receiver, file)).data.items
    expect(again.filter(({ action }) => action !== 'same')).toEqual([])
  })

  it('stay as they are where the file is of a release that knew none', async () => {
    const earlier = { ...file, dimensionTables: file.dimensionTables.map(({ joins: _, ...table }) => table) }
    const { items } = (await preview(receiver, earlier)).data
    expect(items.filter(({ action }) => action !== 'same')).toEqual([])
    const emptied = {
      ...file,
      dimensionTables: file.dimensionTables.map((table) => ({ ...table, joins: [] })),
    }
    const [changed] = (await preview(receiver, emptied)).data.items.filter(
      ({ action }) => action === 'change',
    )
    expect(changed).toMatchObject({
      name: '渠道表',
      changes: [{ field: '关联', before: 'kind → 信件表', after: null }],
    })
  })

  it('that lead in a circle, go by one role twice or by none that could be typed are refused', async () => {
    const problemsOf = async (wrong: DefinitionsFile) =>
      (await preview(receiver, wrong)).data.items.flatMap(({ problems }) => problems)
    const circle = file.dimensionTables.map((table) => ({
      ...table,
      joins: file.dimensionTables
        .filter(({ id }) => id !== table.id)
        .map(({ id }) => ({ dimTableId: id, column: table.key_column })),
    }))
    expect((await problemsOf({ ...file, dimensionTables: circle })).join()).toContain('关联成了环：')
    const withRoles = (roles: string[]): DefinitionsFile => ({
      ...file,
      pointTables: file.pointTables.map((table) => ({
        ...table,
        joins: roles.map((role) => ({ ...(table.joins[0] as (typeof table.joins)[number]), role })),
      })),
    })
    expect((await problemsOf(withRoles(['落地渠道', '落地 渠道']))).join()).toContain('与第 1 个同名')
    for (const role of [' ', 'a\nb', ' 落地渠道'])
      expect((await problemsOf(withRoles([role]))).join()).toContain('第 1 个关联的角色')
  })
})
