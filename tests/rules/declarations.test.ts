// Incomplete declarations do not compile, and code bound to a declaration has its types. The compiler checks this
// file: `npm run types` fails when a line below `@ts-expect-error` compiles, or when a type differs.
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { describe, expectTypeOf, it } from 'vitest'
import type { CallContext, registerCall } from '#server/http/registerCall.ts'
import { defineJob, type JobContext, type JobKind, type JobWork } from '#server/jobs/declare.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { counted, defineTable, type RowOf, text, whole } from '#server/metadata/table.ts'
import type { ObjectKind, ObjectRow } from '#server/objects/types.ts'
import { every } from '#server/scopes/seen.ts'
import { defineCall } from '#shared/call.ts'

describe('a call', () => {
  const body = Type.Object({ name: Type.String({ maxLength: 10 }) })
  const reply = Type.Object({ id: Type.Integer() })
  const said = { name: 'save', method: 'POST', path: '/api/s1/shelf/save', example: {} } as const
  const save = defineCall({ ...said, access: { keys: ['search_log'] }, body, reply })
  /** Never called: its body is for the compiler. */
  const bind = (register: typeof registerCall, app: FastifyInstance) => {
    register(app, save, ({ body: sent }, { user }) => {
      expectTypeOf(sent).toEqualTypeOf<{ name: string }>()
      expectTypeOf(user).toEqualTypeOf<CallContext['user']>()
      return { id: user.id }
    })
    // @ts-expect-error the reply does not match the contract
    register(app, save, () => ({ name: 'a' }))
    // @ts-expect-error the contract's body has no such property
    register(app, save, ({ body: sent }) => ({ id: sent.size }))
    // @ts-expect-error a public call has no user
    register(app, defineCall({ ...said, access: 'public', body, reply }), (_, { user }) => ({ id: user.id }))
  }

  it('types its handler’s input and reply by the contract', () => {
    expectTypeOf(bind).toBeFunction()
  })

  it('does not compile without access or example, or with an unknown key', () => {
    // @ts-expect-error `access` is missing
    defineCall({ ...said, body })
    // @ts-expect-error there is no such key
    defineCall({ ...said, access: { keys: ['read_minds'] } })
    // @ts-expect-error `example` is missing
    defineCall({ name: 'save', method: 'POST', path: '/a', access: 'session' })
    // @ts-expect-error the example does not match the body
    defineCall({ ...said, access: 'session', body, example: { body: { name: 1 } } })
    // @ts-expect-error calls use GET or POST
    defineCall({ ...said, access: 'session', method: 'PUT' })
  })
})

describe('a table', () => {
  const shelf = defineTable({
    name: 'shelf',
    made: '9001-shelves',
    key: 'id',
    columns: { id: counted(), name: text<'a' | 'b'>(), room: whole().nullable() },
    backup: { rows: (row) => ({ ...row, name: 'a' as const }) },
  })

  it('has rows with the types of its columns', () => {
    expectTypeOf<RowOf<typeof shelf>['name']>().toEqualTypeOf<'a' | 'b'>()
    expectTypeOf<RowOf<typeof shelf>['room']>().toEqualTypeOf<number | null>()
    expectTypeOf<keyof RowOf<typeof shelf>>().toEqualTypeOf<'id' | 'name' | 'room'>()
  })

  it('does not compile with a backup of other rows, or aging by an unknown column', () => {
    const said = { name: 'shelf', made: '9001-shelves', key: 'id', columns: { id: text() } } as const
    // @ts-expect-error the backup's rows lack the key
    defineTable({ ...said, backup: { rows: () => ({}) } })
    // @ts-expect-error no column has that name
    defineTable({ ...said, backup: 'rows', aging: { as: 'alarms', usualDays: 1, by: 'at' } })
  })
})

describe('a job', () => {
  const payload = Type.Object({ reportId: Type.Integer() })
  const count = defineJob({ name: 'shelf.count', title: '盘点', payload })

  it('types its handler’s input by the payload', () => {
    expectTypeOf(count).toEqualTypeOf<JobKind<typeof payload>>()
    expectTypeOf<Parameters<JobWork<typeof payload>['run']>>().toEqualTypeOf<
      [{ reportId: number }, JobContext]
    >()
    const bind = (jobs: Jobs) => {
      // @ts-expect-error the payload has no such property
      jobs.handle(count, { run: async ({ viewId }) => ({ result: viewId }) })
    }
    expectTypeOf(bind).toBeFunction()
  })

  it('does not compile without title or payload, or with an unknown key or outcome', () => {
    // @ts-expect-error `title` is missing
    defineJob({ name: 'shelf.count', payload })
    // @ts-expect-error `payload` is missing
    defineJob({ name: 'shelf.count', title: '盘点' })
    // @ts-expect-error there is no such key
    defineJob({ name: 'shelf.count', title: '盘点', payload, permission: 'read_minds' })
    // @ts-expect-error `whenLost` knows only a retry or an unknown outcome
    defineJob({ name: 'shelf.count', title: '盘点', payload, whenLost: 'forget' })
  })
})

describe('a kind of objects', () => {
  interface Shelf extends ObjectRow {
    name: string
  }
  const kind = {
    table: 'alarm',
    name: 'shelf',
    fields: { name: { title: '名称' } },
    seen: every(),
    runs: 'never',
    taken: { field: 'name', message: '名称已存在' },
  } as const satisfies ObjectKind<Shelf>

  it('does not compile without its visibility or its owner', () => {
    const { seen: _, ...unseen } = kind
    expectTypeOf(unseen).not.toExtend<ObjectKind<Shelf>>()
    const { runs: __, ...unread } = kind
    expectTypeOf(unread).not.toExtend<ObjectKind<Shelf>>()
    expectTypeOf(kind).toExtend<ObjectKind<Shelf>>()
  })

  it('does not compile for an unknown table, or with a field that is no column', () => {
    expectTypeOf<ObjectKind<Shelf>['table']>().not.toEqualTypeOf<string>()
    // @ts-expect-error no column has that name
    const wrong: ObjectKind<Shelf> = { ...kind, fields: { colour: { title: '颜色' } } }
    expectTypeOf(wrong).toEqualTypeOf<ObjectKind<Shelf>>()
  })
})
