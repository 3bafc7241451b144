// Definitions: saving, refusals, deletion, restoring, and returning to an earlier state.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/config/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'
import { definitionsAsRows } from './definitionRows.ts'

describeStores('saving definitions', (store) => {
  let office: Office
  let other: Office['admin']
  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    other = await office.person({ keys: ['search_config'] })
  })
  afterAll(() => office?.dispose())

  type Saved = { id: number; revision: number; name: string } & Record<string, unknown>
  const point = async (body: object, by = office.admin) => by.call<Saved>(calls.addOrUpdateAnaPoint, { body })
  const dimension = async (body: object) => office.admin.call<Saved>(calls.addOrUpdateAnaDim, { body })
  const added = async (name: string, name_sql = 'minutes') =>
    (await point({ name, table_id: office.tables.visit, name_sql })).data
  const formula = async (name: string, name_sql: string) =>
    (await point({ name, types: 'computed', name_sql })).data
  const state = async () =>
    createHash('sha256')
      .update(JSON.stringify(await definitionsAsRows(office.deps.metadata.db)))
      .digest('hex')

  interface Refused {
    code: string | undefined
    fields: Record<string, string>
    places: Record<string, { line: number; column: number; offset: number; length: number }>
  }
  /** What the answer refuses; nothing at all has changed by it. */
  async function refused(work: () => ReturnType<typeof point>): Promise<Refused> {
    const before = await state()
    const { envelope } = await work()
    expect(envelope?.isSuccess).toBe(false)
    expect(await state()).toBe(before)
    const { fields = {}, places = {} } = (envelope?.data ?? {}) as unknown as Partial<Refused>
    return { code: envelope?.code, fields, places }
  }

  it('adds a point with usual values, and changes only what is sent', async () => {
    const first = await added('时长')
    expect(first).toMatchObject({
      types: 'additive',
      table_id: office.tables.visit,
      revision: 1,
      describe: '',
    })
    const next = (await point({ id: first.id, revision: 1, describe: '分钟', note: '备注' })).data
    expect(next).toMatchObject({ id: first.id, revision: 2, name: '时长', name_sql: 'minutes', note: '备注' })
    const same = (await point({ ...next, overwrite: false })).data
    expect(same.revision).toBe(2)
  })

  it('tells all that is wrong at its field, with the place in an expression and the nearest name', async () => {
    const { code, fields, places } = await refused(() =>
      point({ name: '错', table_id: office.tables.visit, name_sql: 'minutes +\n minuts', filter: '1' }),
    )
    expect(code).toBe('formula_invalid')
    expect(fields.name_sql).toContain('是否为 minutes')
    expect(fields.filter).toContain('应为条件')
    expect(places.name_sql).toMatchObject({ line: 2, column: 2, offset: 11, length: 6 })
  })

  describe('refuses', () => {
    it.each<[string, object, string, string]>([
      ['a blank name', { name: ' \u200b ', name_sql: 'minutes' }, 'name', '不能为空'],
      ['a long name', { name: '长'.repeat(101), name_sql: 'minutes' }, 'name', '最多 100 个字'],
      ['an unknown type', { name: '类', types: 'average', name_sql: 'minutes' }, 'types', '没有指标类型'],
      ['an unknown aggregate', { name: '类', info: { aggregate: 'avg' } }, 'info.aggregate', '没有汇总方式'],
      ['__proto__ as a format', { name: '类', info: { format: '__proto__' } }, 'info.format', '没有格式'],
      ['an unknown category', { name: '类', point_typeId: 987654 }, 'point_typeId', '分类不存在'],
      ['an unknown table', { name: '类', table_id: 987654 }, 'table_id', '指标表已被删除'],
      ['no table', { name: '类', table_id: null }, 'table_id', '请选择指标表'],
      ['a distinct count of nothing', { name: '类', types: 'distinct' }, 'name_sql', '没有表达式'],
      [
        'a balance by a sum of texts',
        { name: '类', types: 'semiAdditive', name_sql: 'channel' },
        'name_sql',
        '不能求和',
      ],
      ['a sub-query', { name: '类', name_sql: '(select 1)' }, 'name_sql', '子查询'],
      ['an aggregate in an aggregate', { name: '类', name_sql: 'sum(minutes)' }, 'name_sql', 'sum'],
    ])('%s', async (_, body, field, words) => {
      const { fields } = await refused(() => point({ table_id: office.tables.visit, ...body }))
      expect(fields[field]).toContain(words)
    })

    it.each<[string, object, string, string]>([
      ['a date without its grain', { types: 'date', count_quantum: null }, 'count_quantum', '最小粒度'],
      ['a grain of a text', { count_quantum: 'day' }, 'count_quantum', '只有日期'],
      ['a control that does not fit', { form_type: 'dateRange' }, 'form_type', '不适合'],
      [
        'a dictionary that is not there',
        { types: 'dictionary', info: { expression: 'channel', dictId: 9876 } },
        'info.dictId',
        '字典不存在',
      ],
      ['a number made of a text', { types: 'number', form_type: 'text' }, 'info.expression', '不符'],
      ['a column that is not there', { info: { expression: 'chanel' } }, 'info.expression', '是否为 channel'],
      [
        'a label without a table',
        { info: { expression: 'channel', labelColumn: 'kind' } },
        'info.labelColumn',
        '名称列',
      ],
    ])('%s as a dimension', async (_, body, field, words) => {
      const { fields } = await refused(() =>
        dimension({ name: '维', info: { expression: 'channel' }, ...body }),
      )
      expect(fields[field]).toContain(words)
    })
  })

  it('takes names for one that differ by case, width or blanks; another table may have them too', async () => {
    await added('Total 充值')
    for (const name of ['total充值', 'ＴＯＴＡＬ　充值', 'Total 充 值', 'total\u00a0充\u200b值']) {
      const { code, fields } = await refused(() => point({ name, table_id: office.tables.visit }))
      expect([code, fields.name]).toEqual(['name_taken', '已有同名的指标，请换一个名称'])
    }
    const elsewhere = await point({ name: 'total充值', table_id: office.tables.orders })
    expect(elsewhere.envelope?.isSuccess).toBe(true)
    // A definition that was there before anything was saved here holds its name as well.
    const { code } = await refused(() => point({ name: ' 在线时长 ', table_id: office.tables.visit }))
    expect(code).toBe('name_taken')
  })

  it('refuses formulas in a circle, naming it', async () => {
    const a = await formula('甲', '[在线时长] * 2')
    const b = await formula('乙', '[甲] + 1')
    const circle = await refused(() => point({ id: a.id, name_sql: '[乙] + 1' }))
    expect(circle.fields.name_sql).toContain('甲 → 乙 → 甲')
    const own = await refused(() => point({ id: b.id, name_sql: '[乙] + 1' }))
    expect(own.fields.name_sql).toContain('自己')
  })

  it('lets no formulas become deeper than twenty', async () => {
    await formula('层 1', '[在线时长]')
    for (let depth = 2; depth <= 20; depth += 1) await formula(`层 ${depth}`, `[层 ${depth - 1}]`)
    const { fields } = await refused(() => point({ name: '层 21', types: 'computed', name_sql: '[层 20]' }))
    expect(fields.name_sql).toContain('层次过深')
  })

  it('keeps other names once each, and refuses those that another point has', async () => {
    const table_id = office.tables.visit
    const info = { synonyms: ['DAU', ' 日活', 'ｄａｕ'] }
    const first = (await point({ name: '别名一', table_id, name_sql: 'minutes', info })).data
    expect(first.info).toEqual({ synonyms: ['DAU', '日活'] })
    const taken = await refused(() =>
      point({ name: '别名二', table_id, name_sql: 'minutes', info: { synonyms: ['日 活'] } }),
    )
    expect(taken.fields).toEqual({ 'info.synonyms': '「日 活」已是指标「别名一」的别名' })
    const named = await refused(() => point({ name: 'dau', table_id, name_sql: 'minutes' }))
    expect(named.fields).toEqual({ name: '已是指标「别名一」的别名，请换一个名称' })
    const none = (await point({ id: first.id, revision: first.revision, info: { synonyms: [] } })).data
    expect(none.info).toEqual({})
  })

  it('of two who save one, the second sees the first’s and loses nothing', async () => {
    const { id } = await added('两人')
    await point({ id, revision: 1, describe: '先' })
    const before = await state()
    const late = await point({ id, revision: 1, note: '后' }, other)
    expect(late.status).toBe(409)
    expect(late.envelope).toMatchObject({
      code: 'object_conflict',
      data: { present: { describe: '先', revision: 2 }, by: office.admin.user.username },
    })
    expect(await state()).toBe(before)
    const over = await point({ id, revision: 1, note: '后', overwrite: true }, other)
    expect(over.data).toMatchObject({
      describe: '先',
      note: '后',
      revision: 3,
      modified_by: other.user.username,
    })
  })

  it('of two changes at once that make a circle together, one is refused', async () => {
    const [one, other] = [await formula('环甲', '[在线时长]'), await formula('环乙', '[在线时长]')]
    const answers = await Promise.all([
      point({ id: one.id, name_sql: '[环乙] + 1' }),
      point({ id: other.id, name_sql: '[环甲] + 1' }),
    ])
    expect(answers.filter(({ envelope }) => envelope?.isSuccess)).toHaveLength(1)
    const refusal = answers.find(({ envelope }) => !envelope?.isSuccess)
    expect(refusal?.envelope?.msg).toContain('循环引用')
  })

  it('of ten who add one name at once, one does', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => point({ name: '同时', table_id: office.tables.visit })),
    )
    expect(answers.filter(({ envelope }) => envelope?.isSuccess)).toHaveLength(1)
  })

  describe('joins and keys', () => {
    const table = (body: object) => office.admin.call<Saved>(calls.addOrUpdateAnaPointTable, { body })
    it('refuses a second join of one table, and columns that are not there', async () => {
      const right = { dimTableId: office.tables.channels, column: 'channel' }
      const twice = await refused(() => table({ id: office.tables.visit, joins: [right, right] }))
      expect(twice.fields.joins).toContain('已有没有角色的关联')
      const { fields } = await refused(() =>
        table({ name: '新', table_truename: 'visit', date_column: 'minutes', grain_key: ['dya'] }),
      )
      expect(fields.date_column).toContain('不能用在这里')
      expect(fields.grain_key).toContain('没有列 dya')
      expect(
        (await refused(() => table({ name: '新', table_truename: 'no_such' }))).fields.table_truename,
      ).toContain('不存在')
    })

    it('refuses a key that repeats', async () => {
      const body = { name: '重复', table_truename: 'visit', key_column: 'channel' }
      const { fields } = await refused(() => office.admin.call<Saved>(calls.addOrUpdateAnaDimTable, { body }))
      expect(fields.key_column).toContain('重复')
    })
  })

  it('lets nobody of some games define tables: they could give themselves the rows of others', async () => {
    const limited = await office.person({ keys: ['search_config'], games: ['a'] })
    const pointTable = { id: office.tables.visit, game_column: null }
    const dimensionTable = { name: '全部', table_truename: 'visit', key_column: 'player_id' }
    const before = await state()
    const { id } = pointTable
    const asked: [Parameters<typeof limited.call>[0] & { name: string }, object][] = [
      [calls.addOrUpdateAnaPointTable, { body: pointTable }],
      [calls.addOrUpdateAnaPointTable, { body: { name: '新', table_truename: 'visit' } }],
      [calls.addOrUpdateAnaDimTable, { body: dimensionTable }],
      [calls.deleteAnaPointTable, { params: { id }, body: {} }],
      [calls.deleteAnaDimTable, { params: { id: office.tables.channels }, body: {} }],
      [calls.editDefinitions, { body: { kind: 'pointTable', items: [{ id }], values: { describe: '改' } } }],
      [calls.checkPointTable, { body: { pointTable } }],
      [calls.checkDimensionTable, { body: { dimensionTable } }],
      [calls.changeEffect, { body: { pointTable } }],
      [calls.tableProposal, { params: { table: 'letters' } }],
      [calls.applyProposal, { body: { table: 'letters', dimensions: [], points: [] } }],
    ]
    for (const [definition, input] of asked) {
      const { status, envelope } = await limited.call(definition, input)
      expect([definition.name, status, envelope?.code]).toEqual([definition.name, 403, 'permission_missing'])
    }
    expect(await state()).toBe(before)
    const own = await limited.call<Saved>(calls.addOrUpdateAnaPoint, {
      body: { name: '自己的', table_id: office.tables.visit },
    })
    expect(own.envelope?.isSuccess).toBe(true)
  })
})
