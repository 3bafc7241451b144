// Joins with roles and joins of dimension tables: saved, refused at the faulty field, protected while in use, and
// used by reports.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/config/contract.ts'
import { forgetModel, readModel } from '#features/config/server/index.ts'
import { explainColumns, getReportDataByInfo, getReportQueryParam } from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

const extraSql = [
  'CREATE TABLE signup(day DATE, cgi VARCHAR, channel VARCHAR, reg_channel VARCHAR, site INTEGER, n INTEGER)',
  `INSERT INTO signup VALUES ('2026-10-01', 'a', 'web', 'store', 1, 1), ('2026-10-01', 'a', 'store', 'web', 2, 2),
    ('2026-10-01', 'a', 'web', NULL, 3, 4), ('2026-10-01', 'b', 'store', 'store', 9, 8)`,
  "COMMENT ON COLUMN signup.reg_channel IS '注册渠道'",
  'CREATE TABLE dim_site(site INTEGER, name VARCHAR, city_id INTEGER)',
  "INSERT INTO dim_site VALUES (1, '一', 10), (2, '二', 20), (3, '三', NULL)",
  'CREATE TABLE dim_city(id INTEGER, name VARCHAR, site INTEGER)',
  "INSERT INTO dim_city VALUES (10, '杭州', 1), (20, '成都', 2)",
  'CREATE TABLE trade(day DATE, cgi VARCHAR, site INTEGER, from_city_id INTEGER, to_city_id INTEGER, city_id VARCHAR)',
  "INSERT INTO trade VALUES ('2026-10-01', 'a', 1, 10, 20, 'x')",
  "CREATE TABLE deal(day DATE, cgi VARCHAR, city_id VARCHAR); INSERT INTO deal VALUES ('2026-10-01', 'a', 'x9'), ('2026-10-01', 'a', '10'), ('2026-10-01', 'a', '020')",
  "COMMENT ON COLUMN trade.from_city_id IS '发货城市'",
  "CREATE TABLE dim_twice(id INTEGER, name VARCHAR); INSERT INTO dim_twice VALUES (10, '甲'), (10, '乙'), (20, '丙')",
]

describeStores('joins with roles and of dimension tables', (store) => {
  let office: Office
  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata, extraSql })
    await office.person({ keys: ['manage_authority'] })
  })
  afterAll(() => office?.dispose())

  type Saved = { id: number; revision: number; name: string } & Record<string, unknown>
  const save =
    (of: Parameters<Office['admin']['call']>[0]) =>
    async (body: object): Promise<Saved> => {
      const { data, envelope } = await office.admin.call<Saved>(of, { body })
      expect(envelope?.msg ?? '').toBe('')
      return data
    }
  const savePointTable = save(calls.addOrUpdateAnaPointTable)
  const saveDimensionTable = save(calls.addOrUpdateAnaDimTable)
  const saveDimension = save(calls.addOrUpdateAnaDim)
  const savePoint = save(calls.addOrUpdateAnaPoint)
  /** The field's refusal; nothing is saved by it. */
  const refusal = async (
    of: Parameters<Office['admin']['call']>[0],
    body: object,
  ): Promise<Record<string, string>> => {
    const { envelope } = await office.admin.call(of, { body })
    expect(envelope?.isSuccess).toBe(false)
    return (envelope?.data as { fields?: Record<string, string> } | null)?.fields ?? {}
  }
  const figures = async (info: object) =>
    (
      await office.admin.call<{ data: unknown[][]; summary: unknown[] }>(getReportDataByInfo, {
        body: { info },
      })
    ).data
  const rowsOf = ({ data }: { data: unknown[][] }) =>
    (data[0] ?? []).map((_, at) => data.map((column) => column[at])).sort()

  let signup: Saved
  let city: Saved
  let site: Saved
  let n: Saved
  beforeAll(async () => {
    city = await saveDimensionTable({ name: '城市表', table_truename: 'dim_city', key_column: 'id' })
    site = await saveDimensionTable({
      name: '站点表',
      table_truename: 'dim_site',
      key_column: 'site',
      joins: [{ dimTableId: city.id, column: 'city_id' }],
    })
    signup = await savePointTable({
      name: '注册',
      table_truename: 'signup',
      date_column: 'day',
      game_column: 'cgi',
      joins: [
        { dimTableId: office.tables.channels, column: 'channel' },
        { dimTableId: office.tables.channels, column: 'reg_channel', role: ' 注册渠道 ' },
        { dimTableId: site.id, column: 'site' },
      ],
    })
    n = await savePoint({ name: '注册数', table_id: signup.id, name_sql: 'n' })
  })

  it('keeps them as they were said, for every reader', async () => {
    expect(signup.joins).toEqual([
      { dimTableId: office.tables.channels, column: 'channel' },
      { dimTableId: office.tables.channels, column: 'reg_channel', role: '注册渠道' },
      { dimTableId: site.id, column: 'site' },
    ])
    const query =
      '{ allConfig { pointTables { id joins { column role } } dimensionTables { id uses joins { dimTableId column role } } } }'
    const read = await office.admin.call(calls.graphql, { body: { query } })
    const { pointTables, dimensionTables } = (
      JSON.parse(read.text) as { data: { allConfig: Record<string, { id: number }[]> } }
    ).data.allConfig
    expect(pointTables?.find(({ id }) => id === signup.id)).toMatchObject({
      joins: [
        { column: 'channel', role: null },
        { column: 'reg_channel', role: '注册渠道' },
        { column: 'site' },
      ],
    })
    expect(dimensionTables?.find(({ id }) => id === site.id)).toMatchObject({
      uses: 1,
      joins: [{ dimTableId: city.id, column: 'city_id', role: null }],
    })
    // Joined twice by one table, it is used by that one once.
    expect(dimensionTables?.find(({ id }) => id === office.tables.channels)).toMatchObject({ uses: 4 })
    // A change of something else keeps them.
    expect((await saveDimensionTable({ id: site.id, describe: '站点' })).joins).toEqual(site.joins)
  })

  it('answers by each role and over two joins, and says in the pickers what a role is missing for', async () => {
    const ofChannel = { table_id: office.tables.channels, types: 'string' }
    const kind = await saveDimension({
      ...ofChannel,
      name: '注册渠道类型',
      info: { expression: 'kind', role: '注册渠道' },
    })
    const name = await saveDimension({
      name: '城市',
      table_id: city.id,
      types: 'string',
      info: { expression: 'name' },
    })
    const both = await figures({ dims: [office.dims.kind, kind.id], points: [n.id] })
    expect(rowsOf(both)).toEqual(
      [
        ['自有', '商店', 1],
        ['商店', '自有', 2],
        ['自有', null, 4],
        ['商店', '商店', 8],
      ].sort(),
    )
    const cities = await figures({ dims: [name.id], points: [n.id] })
    expect(rowsOf(cities)).toEqual(
      [
        ['成都', 2],
        ['杭州', 1],
        [null, 12],
      ].sort(),
    )
    const { data: meaning } = await office.admin.call<{ dimensions: { ways: string[] }[] }>(explainColumns, {
      body: { dims: [kind.id, name.id, office.dims.kind] },
    })
    expect(meaning.dimensions.map(({ ways }) => ways)).toEqual([
      ['渠道表（注册渠道）'],
      ['站点表 → 城市表'],
      [],
    ])
    const param = await office.admin.call<{ dimensions: { id: number; reason: string | null }[] }>(
      getReportQueryParam,
      { params: { reportId: 0 }, query: { points: String(office.points.minutes) } },
    )
    expect(JSON.stringify(param.data)).toContain('「访问」没有以角色「注册渠道」关联维度表「渠道表」')
    expect(JSON.stringify(param.data)).toContain('「访问」没有关联维度表「城市表」')
  })

  it('of a text and a number compare texts: saved with a warning, told where a column is explained', async () => {
    const joins = [{ dimTableId: city.id, column: 'city_id', role: '目的' }]
    const change = { name: '交易', table_truename: 'deal', date_column: 'day', game_column: 'cgi', joins }
    const told = '列 city_id（VARCHAR）与维度表「城市表」的主键 id（INTEGER）类型不同，按文本比较'
    const { data: checked } = await office.admin.call<{ problems: unknown[]; warnings: string[] }>(
      calls.checkPointTable,
      { body: { pointTable: change, figures: false } },
    )
    expect(checked.problems).toEqual([])
    expect(checked.warnings).toEqual([
      `第 1 个关联：${told}；写法不同的（如 02 与 2）对不上，对不上的行归入空值`,
    ])
    const trade = await savePointTable(change)
    const worth = await savePoint({ name: '交易数', table_id: trade.id, name_sql: '*', types: 'additive' })
    const to = await saveDimension({
      name: '目的城市',
      table_id: city.id,
      types: 'string',
      info: { expression: 'name', role: '目的' },
    })
    const { data: meaning } = await office.admin.call<{ dimensions: { textJoins: string[] }[] }>(
      explainColumns,
      { body: { dims: [to.id] } },
    )
    expect(meaning.dimensions[0]?.textJoins).toEqual([`「交易」的${told}`])
    const found = await figures({ dims: [to.id], points: [worth.id] })
    expect(rowsOf(found)).toEqual([
      [null, 2],
      ['杭州', 1],
    ])
    const wrong = await refusal(calls.addOrUpdateAnaPointTable, {
      id: trade.id,
      joins: [{ dimTableId: city.id, column: 'day', role: '目的' }],
    })
    expect(wrong.joins).toContain('类型不同，不能关联')
  })

  describe('refuses at the field, with the row that is meant', () => {
    const own = () => ({ id: signup.id, name: '注册' })
    const channel = (column: string, role?: string) => ({
      dimTableId: office.tables.channels,
      column,
      ...(role !== undefined && { role }),
    })
    it.each<[string, () => object[], string]>([
      [
        'two without a role',
        () => [channel('channel'), channel('reg_channel', ' ')],
        '第 2 个关联：维度表「渠道表」已有没有角色',
      ],
      [
        'one role twice, in other letters',
        () => [channel('channel', 'Ａ 渠道'), channel('reg_channel', 'a渠道')],
        '第 2 个关联：角色「a渠道」与第 1 个同名',
      ],
      ['a role with control characters', () => [channel('channel', 'a\nb')], '第 1 个关联的角色不能含换行'],
      [
        'a role that is too long',
        () => [channel('channel', 'x'.repeat(51))],
        '第 1 个关联的角色最多 50 个字',
      ],
      ['a column that is not there', () => [channel('reg_chanel', '注册')], '没有列 reg_chanel'],
      ['a table that is not there', () => [{ dimTableId: 987654, column: 'site' }], '#987654 已被删除'],
    ])('%s', async (_what, joins, told) => {
      const fields = await refusal(calls.addOrUpdateAnaPointTable, { ...own(), joins: joins() })
      expect(fields.joins).toContain(told)
    })

    it('a circle, by the names of its tables', async () => {
      const joins = [{ dimTableId: site.id, column: 'site' }]
      const fields = await refusal(calls.addOrUpdateAnaDimTable, { id: city.id, joins })
      expect(fields.joins).toBe('关联成了环：「城市表」 → 「站点表」 → 「城市表」，请去掉其中一个')
      const itself = await refusal(calls.addOrUpdateAnaDimTable, {
        id: city.id,
        joins: [{ dimTableId: city.id, column: 'id' }],
      })
      expect(itself.joins).toBe('关联成了环：「城市表」 → 「城市表」，请去掉其中一个')
    })

    it('a circle of two who save at once: one of them does', async () => {
      const one = await saveDimensionTable({ name: '同时一', table_truename: 'dim_city', key_column: 'id' })
      const other = await saveDimensionTable({
        name: '同时二',
        table_truename: 'dim_site',
        key_column: 'site',
      })
      const answers = await Promise.all([
        office.admin.call<Saved>(calls.addOrUpdateAnaDimTable, {
          body: { id: one.id, joins: [{ dimTableId: other.id, column: 'site' }] },
        }),
        office.admin.call<Saved>(calls.addOrUpdateAnaDimTable, {
          body: { id: other.id, joins: [{ dimTableId: one.id, column: 'city_id' }] },
        }),
      ])
      const [done, ...more] = answers.filter(({ envelope }) => envelope?.isSuccess)
      expect(more).toEqual([])
      expect(answers.find(({ envelope }) => !envelope?.isSuccess)?.envelope?.msg).toContain('关联成了环')
      // First the one that joins, then what it joined.
      for (const id of [one.id, other.id].sort((a) => (a === done?.data.id ? -1 : 1))) {
        const { envelope } = await office.admin.call(calls.deleteAnaDimTable, { params: { id }, body: {} })
        expect(envelope?.msg ?? '').toBe('')
      }
    })

    it('two ways to one table that no role tells apart, wherever the second one comes from', async () => {
      const joins = [...(signup.joins as object[]), { dimTableId: city.id, column: 'n' }]
      const direct = await refusal(calls.addOrUpdateAnaPointTable, { id: signup.id, joins })
      expect(direct.joins).toContain(
        '到维度表「城市表」有两条路：站点表（site） → 城市表（city_id）、城市表（n），不知道该走哪条',
      )
      const told = [...joins.slice(0, -1), { dimTableId: city.id, column: 'n', role: '编号' }]
      const saved = await savePointTable({ id: signup.id, joins: told })
      expect(saved.joins).toHaveLength(4)
      await savePointTable({ id: signup.id, joins: signup.joins })
      // From the dimension table's side: what it would break is named.
      const kept = await saveDimensionTable({ id: site.id, joins: [] })
      await savePointTable({ id: signup.id, joins: [...joins] })
      const between = await refusal(calls.addOrUpdateAnaDimTable, { id: kept.id, joins: site.joins })
      expect(between.joins).toContain('保存后指标表「注册」将不能计算：到维度表「城市表」有两条路')
      await savePointTable({ id: signup.id, joins: signup.joins })
      await saveDimensionTable({ id: site.id, joins: site.joins })
    })

    it('a key that repeats, with keys that prove it', async () => {
      const body = { name: '重复表', table_truename: 'dim_twice', key_column: 'id' }
      expect((await refusal(calls.addOrUpdateAnaDimTable, body)).key_column).toContain('10')
      // As an import or another process would leave it.
      const { db } = office.deps.metadata
      const { id } = await db
        .insertInto('dimension_table')
        .values({ ...body, game_column: null, describe: '', create_time: '2026-10-04T00:00:00.000Z' })
        .returning('id')
        .executeTakeFirstOrThrow()
      forgetModel(office.deps.metadata)
      const joins = [...(signup.joins as object[]), { dimTableId: id, column: 'n' }]
      expect((await refusal(calls.addOrUpdateAnaPointTable, { id: signup.id, joins })).joins).toBe(
        '第 4 个关联：维度表「重复表」的主键有重复值（10），关联后一行会变成几行、重复计算，请先去掉重复',
      )
      const hop = await refusal(calls.addOrUpdateAnaDimTable, {
        id: city.id,
        joins: [{ dimTableId: id, column: 'site' }],
      })
      expect(hop.joins).toContain('第 1 个关联：维度表「重复表」的主键有重复值（10）')
      await db.deleteFrom('dimension_table').where('id', '=', id).execute()
      forgetModel(office.deps.metadata)
    })

    it('a role that no table has, or of a dimension without a table', async () => {
      const body = { name: '错', types: 'string', info: { expression: 'kind', role: '登录渠道' } }
      const unknown = await refusal(calls.addOrUpdateAnaDim, { ...body, table_id: office.tables.channels })
      expect(unknown['info.role']).toContain(
        '没有以角色「登录渠道」关联到维度表「渠道表」的表，角色有「注册渠道」',
      )
      const { 'info.role': own } = await refusal(calls.addOrUpdateAnaDim, {
        ...body,
        info: { ...body.info, expression: 'channel' },
      })
      expect(own).toBe('只有维度表里的维度有角色')
    })
  })

  it('holds a role and a table between while a dimension or another table needs them', async () => {
    const without = (signup.joins as { role?: string }[]).filter(({ role }) => role === undefined)
    const fields = await refusal(calls.addOrUpdateAnaPointTable, { id: signup.id, joins: without })
    expect(fields.joins).toContain('保存后维度「注册渠道类型」将不能计算：没有以角色「注册渠道」')
    const uses = async (kind: string, id: number) =>
      (await office.admin.call<calls.DefinitionUses>(calls.definitionUses, { params: { kind, id } })).data
        .uses
    expect(await uses('pointTable', signup.id)).toContainEqual(
      expect.objectContaining({ kind: 'dimension', name: '注册渠道类型', where: '角色', blocks: true }),
    )
    expect(await uses('dimensionTable', city.id)).toContainEqual(
      expect.objectContaining({ kind: 'dimensionTable', name: '站点表', where: '关联', blocks: true }),
    )
    const { envelope } = await office.admin.call(calls.deleteAnaDimTable, {
      params: { id: city.id },
      body: {},
    })
    expect(envelope?.code).toBe('object_in_use')
    const { data } = await office.admin.call<calls.DefinitionGraph>(calls.definitionGraph, {
      query: { kind: 'dimensionTable', id: city.id },
    })
    expect(data.edges).toContainEqual({ from: `dimensionTable:${city.id}`, to: `dimensionTable:${site.id}` })
    expect(data.edges).toContainEqual({ from: `dimensionTable:${site.id}`, to: `pointTable:${signup.id}` })
  })

  it('tells what a changed join does to reports two joins away, keeps its history and goes back', async () => {
    const { db } = office.deps.metadata
    const name = (await readModel(office.deps)).dimensions.find((one) => one.name === '城市')?.id as number
    await db
      .insertInto('report')
      .values({
        view_meta_id: office.view,
        report_name: '城市',
        remark: '',
        position: 9,
        owner_id: office.admin.id,
        info: JSON.stringify({ dims: [name], points: [n.id] }),
        modified_at: '2026-10-04T00:00:00.000Z',
      })
      .execute()
    const joins = [{ dimTableId: city.id, column: 'site' }]
    const { data } = await office.admin.call<calls.ChangeEffect>(calls.changeEffect, {
      body: { dimensionTable: { id: site.id, joins } },
    })
    expect(data.reports).toMatchObject([{ reportName: '城市', effect: 'changes' }])
    const gone = await office.admin.call<calls.ChangeEffect>(calls.changeEffect, {
      body: { dimensionTable: { id: site.id, joins: [] } },
    })
    expect(gone.data.reports).toMatchObject([{ reportName: '城市', effect: 'breaks' }])
    const before = await figures({ dims: [name], points: [n.id] })
    await saveDimensionTable({ id: site.id, joins })
    expect(rowsOf(await figures({ dims: [name], points: [n.id] }))).toEqual([[null, 15]])
    const { data: past } = await office.admin.call<calls.DefinitionHistory>(calls.definitionHistory, {
      params: { kind: 'dimensionTable', id: site.id },
    })
    expect(past[0]?.changes).toEqual([
      { field: 'joins', title: '关联', from: 'city_id → 城市表', to: 'site → 城市表' },
    ])
    const back = await office.admin.call(calls.backToChange, {
      body: { kind: 'dimensionTable', id: site.id, change: past[1]?.change },
    })
    expect(back.envelope?.isSuccess).toBe(true)
    expect(rowsOf(await figures({ dims: [name], points: [n.id] }))).toEqual(rowsOf(before))
  })

  it('proposes a second role where two columns look like keys of one table', async () => {
    const { data } = await office.admin.call<calls.TableProposal>(calls.tableProposal, {
      params: { table: 'trade' },
    })
    expect(data.pointTable.joins).toEqual([
      { dimTableId: city.id, column: 'from_city_id', role: '发货城市' },
      { dimTableId: city.id, column: 'to_city_id', role: 'to_city_id' },
      { dimTableId: site.id, column: 'site' },
    ])
    const { data: made } = await office.admin.call<{ pointTableId: number }>(calls.applyProposal, {
      body: { table: 'trade', dimensions: [], points: [], reports: false },
    })
    const { pointTables } = await readModel(office.deps)
    expect(pointTables.find(({ id }) => id === made.pointTableId)?.joins).toEqual(data.pointTable.joins)
  })
})
