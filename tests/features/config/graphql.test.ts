// GraphQL: lists with filters, SQL that only some users see, and limits on the size of a query.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '#shared/errors.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { addOrUpdateAnaPoint, deleteDefinitions, graphql } from '#features/config/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

interface Reply {
  data: Record<string, { id: number; name: string; [field: string]: unknown }[]> | null
  errors?: { message: string }[]
}

const ask = async (person: Person, query: string, variables?: object): Promise<Reply> => {
  const { status, text } = await person.call(graphql, { body: { query, ...(variables && { variables }) } })
  expect(status).toBe(200)
  return JSON.parse(text) as Reply
}
const names = (reply: Reply, root = 'allPoint') => {
  expect(reply.errors).toBeUndefined()
  return reply.data?.[root]?.map(({ name }) => name)
}

describeStores('lists of points and dimensions', (store) => {
  let office: Office
  let reader: Person
  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    reader = await office.person()
  })
  afterAll(() => office?.dispose())

  it('pages in a stable order', async () => {
    expect(names(await ask(reader, '{ allPoint { name } }'))).toEqual([
      '活跃用户',
      '在线时长',
      '充值金额',
      'ARPU',
      '订单数',
    ])
    expect(names(await ask(reader, '{ allPoint(offset: 1, limit: 2) { name } }'))).toEqual([
      '在线时长',
      '充值金额',
    ])
    expect(names(await ask(reader, '{ allPoint(limit: 0) { name } }'))).toEqual([])
    expect(names(await ask(reader, '{ allPoint(order: "types desc, id desc", limit: 3) { name } }'))).toEqual(
      ['活跃用户', 'ARPU', '订单数'],
    )
    expect(names(await ask(reader, '{ allPoint(order: "reverse:id", limit: 1) { name } }'))).toEqual([
      '订单数',
    ])
    expect(names(await ask(reader, '{ allPoint(order: "table_id", limit: 9) { name } }'))?.at(-1)).toBe(
      'ARPU',
    )
  })

  it('narrows by where, filter and like, all bound', async () => {
    const query =
      'query ($where: Json, $filter: Json, $like: Json) { allPoint(where: $where, filter: $filter, like: $like) { name } }'
    const narrowed = async (variables: object) => names(await ask(reader, query, variables))
    expect(await narrowed({ where: { types: 'distinct' } })).toEqual(['活跃用户'])
    expect(await narrowed({ where: { types: ['distinct', 'computed'] } })).toEqual(['活跃用户', 'ARPU'])
    expect(await narrowed({ where: { table_id: null } })).toEqual(['ARPU'])
    expect(await narrowed({ where: { id: [] } })).toEqual([])
    expect(await narrowed({ filter: { id: { gte: office.points.arpu }, name: { contains: '单' } } })).toEqual(
      ['订单数'],
    )
    expect(await narrowed({ filter: { types: { notIn: ['additive'] } } })).toEqual(['活跃用户', 'ARPU'])
    expect(await narrowed({ filter: { table_id: { isNull: true } } })).toEqual(['ARPU'])
    expect(await narrowed({ like: 'arpu' })).toEqual(['ARPU'])
    expect(await narrowed({ like: { name: '金额' } })).toEqual(['充值金额'])
    expect(await narrowed({ like: '%' })).toEqual([])
    expect(await narrowed({ like: '_' })).toEqual([])
    expect(await narrowed({ where: { name: "' or 1=1 --" } })).toEqual([])
    expect(
      names(await ask(reader, '{ allDimension(where: { cgi_filter: true }) { name } }'), 'allDimension'),
    ).toEqual(['游戏'])
    expect(
      names(
        await ask(reader, '{ allDimension(where: { table_truename: "channels" }) { name } }'),
        'allDimension',
      ),
    ).toEqual(['渠道类型'])
  })

  it.each([
    ['allPoint(where: { nope: 1 })', '未知字段'],
    ['allPoint(where: { __proto__: 1 })', '未知字段'],
    ['allPoint(where: { constructor: "x" })', '未知字段'],
    ['allPoint(filter: { nope: { eq: 1 } })', '未知字段'],
    ['allPoint(filter: { id: { regexp: "x" } })', '未知运算'],
    ['allPoint(filter: { id: { eq: "x" } })', '须为数值'],
    ['allPoint(where: { id: 99999999999 })', '过大'],
    ['allPoint(where: "x")', '须为对象'],
    ['allPoint(like: { nope: "x" })', '未知字段'],
    ['allPoint(like: { id: "x" })', '不是文本'],
    ['allPoint(order: "nope")', '未知字段'],
    ['allPoint(order: "name; drop table point")', '无法识别的排序'],
    ['allPoint(limit: 1001)', 'limit'],
    ['allPoint(limit: -1)', 'limit'],
    ['allPoint(offset: -1)', 'offset'],
  ])('refuses %s', async (field, message) => {
    const reply = await ask(reader, `{ ${field} { name } }`)
    expect(reply.data).toBeNull()
    expect(reply.errors?.[0]?.message).toContain(message)
  })

  it('tells SQL to those with search_config alone, and lets nobody else ask about it', async () => {
    const query = `{ allPoint(limit: 3) { name_sql event_filter filter } allDimension(where: { name: "渠道" }) { info }
      allConfig { points { name_sql } dimensions { info } } }`
    const open = JSON.stringify(await ask(office.admin, query))
    expect(open).toContain('player_id')
    expect(open).toContain("state = 'paid'")
    const closed = await ask(reader, query)
    expect(closed.errors).toBeUndefined()
    expect(closed.data?.allPoint?.[2]).toEqual({ name_sql: null, event_filter: null, filter: null })
    expect(closed.data?.allDimension?.[0]).toEqual({ info: { expression: null, dictId: office.dictionary } })
    const text = JSON.stringify(closed)
    for (const secret of ['player_id', 'paid', '充值金额] /', '"channel"', '"kind"'])
      expect(text).not.toContain(secret)
    for (const argument of [
      'where: { name_sql: "amount" }',
      'like: { filter: "paid" }',
      'order: "name_sql"',
    ]) {
      const probed = await ask(reader, `{ allPoint(${argument}) { name } }`)
      expect(probed.errors?.[0]?.message).toContain('没有权限')
    }
    expect(names(await ask(office.admin, '{ allPoint(where: { name_sql: "amount" }) { name } }'))).toEqual([
      '充值金额',
    ])
  })

  it('narrows formulas by the names that they show', async () => {
    const body = { name: '人均流水', types: 'computed', name_sql: '[充值金额] / [活跃用户]' }
    const { data } = await office.admin.call<{ id: number }>(addOrUpdateAnaPoint, { body })
    const { db } = office.deps.metadata
    const stored = db.selectFrom('point').select('name_sql').where('id', '=', data.id)
    expect((await stored.executeTakeFirstOrThrow()).name_sql).toMatch(/^\[#\d+\] \/ \[#\d+\]$/)
    const found = async (given: string) => names(await ask(office.admin, `{ allPoint(${given}) { name } }`))
    expect(await found('where: { name_sql: "[充值金额] / [活跃用户]" }')).toContain('人均流水')
    expect(await found('like: { name_sql: "充值金额" }')).toContain('人均流水')
    expect(await found('filter: { name_sql: { contains: "活跃用户" } }')).toContain('人均流水')
    expect(await found('filter: { name_sql: { contains: "#" } }')).toEqual([])
    expect(await found('filter: { name_sql: { eq: "amount" } }')).toEqual(['充值金额'])
    const listed = '{ allPoint(order: "name_sql desc", limit: 9) { name name_sql } }'
    expect(names(await ask(office.admin, listed))).toContain('人均流水')
    const { data: counted } = await ask(office.admin, '{ countPoint(like: { name_sql: "[充值金额]" }) }')
    expect(counted?.countPoint).toBe(2)
    await office.admin.call(deleteDefinitions, { body: { kind: 'point', ids: [data.id] } })
  })

  it('orders and narrows by category, table and who saved it when, and counts', async () => {
    const { db } = office.deps.metadata
    const { id: category } = await db
      .insertInto('category')
      .values({ kind: 'point', name: '付费', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = (
      await office.admin.call<{ id: number }>(addOrUpdateAnaPoint, {
        body: { name: '100%_真', table_id: office.tables.orders, point_typeId: category },
      })
    ).data
    const owner = office.admin.user.username
    const query = (given: string, fields = 'name') => `{ allPoint(${given}) { ${fields} } }`
    const { data } = await ask(
      office.admin,
      query('where: { category: "付费" }', 'id name category table_name owner modified_by revision uses'),
    )
    const told = { category: '付费', table_name: '订单', owner, modified_by: owner, revision: 1, uses: 0 }
    expect(data?.allPoint).toEqual([{ id, name: '100%_真', ...told }])
    expect(names(await ask(office.admin, query(`where: { owner: "${owner}" }`)))).toEqual(['100%_真'])
    const byTable = names(await ask(office.admin, query('order: "table_name desc, name"')))
    expect(byTable?.at(-1)).toBe('ARPU')
    // What stands for anything in a pattern stands for itself in a search.
    for (const like of ['%', '_', '0%_']) {
      expect(names(await ask(office.admin, query(`like: "${like}"`)))).toEqual(['100%_真'])
    }
    const counted = await ask(office.admin, '{ countPoint(like: "%") countDimension }')
    expect(counted.data).toEqual({ countPoint: 1, countDimension: 5 })
    for (const order of ['uses', 'pinyin desc', 'name; drop table point', 'deleted_at']) {
      expect((await ask(office.admin, query(`order: "${order}"`))).errors).toHaveLength(1)
    }
    const uses = await ask(office.admin, `{ allConfig { points { name uses } } }`)
    const { points } = (uses.data?.allConfig ?? { points: [] }) as unknown as {
      points: { name: string; uses: number }[]
    }
    const usesOf = (name: string) => points.find((point) => point.name === name)?.uses
    expect([usesOf('充值金额'), usesOf('在线时长'), usesOf('100%_真')]).toEqual([1, 1, 0])
    await db.deleteFrom('point').where('id', '=', id).execute()
    await db.deleteFrom('category').where('id', '=', category).execute()
  })

  it('tells who saved what, and who uses it, to those with search_config alone', async () => {
    const { data } = await ask(reader, '{ allPoint(limit: 1) { owner modified_by uses revision } }')
    expect(data?.allPoint).toEqual([{ owner: null, modified_by: null, uses: null, revision: 1 }])
    for (const field of ['owner', 'modified_by']) {
      const { errors } = await ask(reader, `{ allPoint(order: "${field}") { id } }`)
      expect(errors?.[0]?.message).toContain('没有权限')
    }
  })

  it('answers the whole configuration at once', async () => {
    const query = `{ allConfig {
      dimensions { id name types table_truename } points { id name types }
      dimensionTables { id name key_column } pointTables { id name joins { dimTableId column } } categories { id kind name order }
    } }`
    const { data } = await ask(reader, query)
    const config = data?.allConfig as unknown as Record<string, unknown[]>
    expect(Object.entries(config).map(([name, list]) => [name, list.length])).toEqual([
      ['dimensions', 5],
      ['points', 5],
      ['dimensionTables', 1],
      ['pointTables', 2],
      ['categories', 0],
    ])
    expect(config.pointTables?.[0]).toMatchObject({
      joins: [{ dimTableId: office.tables.channels, column: 'channel' }],
    })
  })
})

describe('limits', () => {
  let office: Office
  let development: Office
  beforeAll(async () => {
    office = await makeOffice()
    development = await makeOffice({ settings: { development: true } })
  })
  afterAll(async () => {
    await office?.dispose()
    await development?.dispose()
  })

  const refusal = async (query: string, house = office) =>
    (await ask(house.admin, query)).errors?.[0]?.message ?? ''

  it('answers 203 without a session and 400 for what is no question, in the envelope', async () => {
    const anonymous = await office.send(graphql, { body: { query: '{ allPoint { id } }' } })
    expect([anonymous.status, anonymous.envelope?.msg]).toEqual([203, errors.session_missing.message])
    for (const body of [
      [{ query: '{ allPoint { id } }' }],
      { query: 1 },
      {},
      '{',
      { query: 'x', variables: [] },
    ]) {
      const answer = await office.admin.call(graphql, { body })
      expect([answer.status, answer.envelope?.code]).toEqual([400, 'request_malformed'])
    }
    const persisted = await office.admin.call(graphql, { body: { query: 'abc', persisted: true } })
    expect(JSON.parse(persisted.text).errors ?? persisted.status).toBeTruthy()
    expect(persisted.text).not.toContain('"allPoint"')
  })

  it('refuses GET', async () => {
    const answer = await office.app.inject({
      method: 'GET',
      url: '/api/s1/graphql?query={allPoint{id}}',
      headers: { cookie: office.admin.cookie },
    })
    expect(answer.statusCode).toBe(404)
  })

  it('answers a syntax error and an unknown field as errors, without hints at the schema', async () => {
    expect(await refusal('{ allPoint {')).toContain('查询有误')
    const message = await refusal('{ allPoints { id } }')
    expect(message).toContain('查询有误')
    expect(message).not.toContain('Did you mean')
    expect(await refusal('mutation { drop }')).toContain('查询有误')
    expect(await refusal(JSON.stringify({ kind: 'Document', definitions: [] }))).toContain('查询有误')
  })

  it('limits depth, aliases, fields, rows and fragments', async () => {
    const deep = `{ allConfig { ${'... on Config { '.repeat(3)} pointTables { joins { column } } ${'} '.repeat(3)} } }`
    expect(await refusal(deep)).toBe('')
    expect(await refusal(`{ allPoint { ${'info { '.repeat(8)} x ${'} '.repeat(8)} } }`)).toContain('嵌套过深')
    const aliases = Array.from({ length: 16 }, (_, index) => `a${index}: allPoint(limit: 1) { id }`).join(' ')
    expect(await refusal(`{ ${aliases} }`)).toContain('别名过多')
    expect(await refusal(`{ ${'allPoint { id } '.repeat(501)} }`)).toContain('字段过多')
    const costly = Array.from(
      { length: 15 },
      (_, index) => `a${index}: allPoint(limit: 1000) { id name types note describe name_sql filter }`,
    )
    expect(await refusal(`{ ${costly.join(' ')} }`)).toContain('数据量过大')
    const bombs = Array.from(
      { length: 20 },
      (_, index) => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`,
    )
    expect(await refusal(`{ ...f0 } ${bombs.join(' ')} fragment f20 on Query { allPoint { id } }`)).toContain(
      '字段过多',
    )
    expect(await refusal('{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }')).toContain(
      '片段',
    )
    expect(await refusal(`{ allPoint { id ${'@include(if: true) '.repeat(3000)} } }`)).toContain('查询有误')
  })

  it('tells the schema in development alone', async () => {
    const question = '{ __schema { types { name fields { name type { name ofType { name } } } } } }'
    expect(await refusal(question, development)).toBe('')
    expect(await refusal(question)).toContain('不允许查询接口结构')
    expect(await refusal('{ __type(name: "Point") { name } }')).toContain('不允许')
    expect(names(await ask(office.admin, '{ allPoint(limit: 1) { __typename name } }'))).toHaveLength(1)
  })
})
