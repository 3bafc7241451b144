// What a declaration must say does not compile without it, and what is bound to a declaration follows its types. The
// compiler holds these: a line below `@ts-expect-error` that compiles fails `npm run types`, and so does a wrong type.
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
  /** Never called: what stands in it is for the compiler. */
  const bind = (register: typeof registerCall, app: FastifyInstance) => {
    register(app, save, ({ body: sent }, { user }) => {
      expectTypeOf(sent).toEqualTypeOf<{ name: string }>()
      expectTypeOf(user).toEqualTypeOf<CallContext['user']>()
      return { id: user.id }
    })
    // @ts-expect-error the reply is not what the contract says
    register(app, save, () => ({ name: 'a' }))
    // @ts-expect-error the contract names no such part of the body
    register(app, save, ({ body: sent }) => ({ id: sent.size }))
    // @ts-expect-error nobody is known in a public call
    register(app, defineCall({ ...said, access: 'public', body, reply }), (_, { user }) => ({ id: user.id }))
  }

  it('gives its handler what its contract says, and takes no other reply', () => {
    expectTypeOf(bind).toBeFunction()
  })

  it('does not compile without its access, path or example, nor with a key that there is not', () => {
    // @ts-expect-error who may call it is missing
    defineCall({ ...said, body })
    // @ts-expect-error there is no such key
    defineCall({ ...said, access: { keys: ['read_minds'] } })
    // @ts-expect-error the example is missing
    defineCall({ name: 'save', method: 'POST', path: '/a', access: 'session' })
    // @ts-expect-error the example is not what the body asks for
    defineCall({ ...said, access: 'session', body, example: { body: { name: 1 } } })
    // @ts-expect-error calls are read or posted
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

  it('has rows of its columns, whose types are those of the columns', () => {
    expectTypeOf<RowOf<typeof shelf>['name']>().toEqualTypeOf<'a' | 'b'>()
    expectTypeOf<RowOf<typeof shelf>['room']>().toEqualTypeOf<number | null>()
    expectTypeOf<keyof RowOf<typeof shelf>>().toEqualTypeOf<'id' | 'name' | 'room'>()
  })

  it('does not compile with a backup of other rows, or an age by no column', () => {
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

  it('brings its work what its payload says', () => {
    expectTypeOf(count).toEqualTypeOf<JobKind<typeof payload>>()
    expectTypeOf<Parameters<JobWork<typeof payload>['run']>>().toEqualTypeOf<
      [{ reportId: number }, JobContext]
    >()
    const bind = (jobs: Jobs) => {
      // @ts-expect-error the payload names no such part
      jobs.handle(count, { run: async ({ viewId }) => ({ result: viewId }) })
    }
    expectTypeOf(bind).toBeFunction()
  })

  it('does not compile without its title or payload, nor with a key or an end that there is not', () => {
    // @ts-expect-error what lists call it is missing
    defineJob({ name: 'shelf.count', payload })
    // @ts-expect-error what it is given is missing
    defineJob({ name: 'shelf.count', title: '盘点' })
    // @ts-expect-error there is no such key
    defineJob({ name: 'shelf.count', title: '盘点', payload, permission: 'read_minds' })
    // @ts-expect-error a lost run is tried again, or its outcome is unknown
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

  it('does not compile without who sees a row, or what it reads as its owner', () => {
    const { seen: _, ...unseen } = kind
    expectTypeOf(unseen).not.toExtend<ObjectKind<Shelf>>()
    const { runs: __, ...unread } = kind
    expectTypeOf(unread).not.toExtend<ObjectKind<Shelf>>()
    expectTypeOf(kind).toExtend<ObjectKind<Shelf>>()
  })

  it('does not compile over a table that there is not, or with a field that is no column', () => {
    expectTypeOf<ObjectKind<Shelf>['table']>().not.toEqualTypeOf<string>()
    // @ts-expect-error no column has that name
    const wrong: ObjectKind<Shelf> = { ...kind, fields: { colour: { title: '颜色' } } }
    expectTypeOf(wrong).toEqualTypeOf<ObjectKind<Shelf>>()
  })
})
