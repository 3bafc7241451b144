// Rights are checked wherever an object is written: each kind of object × each way of writing it × a user limited by
// games, one limited by a row rule, and one without limits. Derived from the slices' declarations.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyTable } from '#server/objects/reading.ts'
import type { ObjectKind, ObjectRow } from '#server/objects/types.ts'
import { objectKindsOf } from '#server/slice.ts'
import { effectOf } from '#shared/call.ts'
import { rights } from '#shared/grants.ts'
import * as slices from '#features/server.ts'
import { tables } from '../../src/main-tables.ts'
import type { Answer } from '../factories/house.ts'
import { ask, callers, calls, type Limit, makeScene, type Scene } from './guards/writes/scene.ts'
import { type KindCase, kindCases, type Thing } from './guards/writes/things.ts'
import type { Way } from './guards/writes/way.ts'
import { ways, writesNoObject } from './guards/writes/ways.ts'

const kinds = objectKindsOf(slices)
const tableOf = (kind: string) => kinds.find(({ name }) => name === kind)?.table ?? ''
/** The cast is safe: slices declare whole kinds. */
const fieldsOf = (kind: string) =>
  (kinds.find(({ name }) => name === kind) as ObjectKind<ObjectRow> | undefined)?.fields ?? {}
const caseOf = (kind: string) => kindCases[kind] as KindCase

let scene: Scene
beforeAll(async () => {
  scene = await makeScene()
})
afterAll(() => scene.office.dispose())

let number = 0
const counts = new Map<string, number>()
async function bodyOf(kind: string): Promise<Record<string, unknown>> {
  number += 1
  const nth = counts.get(kind) ?? 0
  counts.set(kind, nth + 1)
  return (await caseOf(kind).make(scene, number, nth)) as Record<string, unknown>
}

async function makeThing(kind: string): Promise<Thing> {
  const { save, find } = caseOf(kind)
  const body = await bodyOf(kind)
  const told = await scene.made(save, body)
  const { id, revision } = find ? await find(scene, body) : told
  return { id: id as Thing['id'], body, revision: (revision as number | undefined) ?? 1 }
}

/** The stored state of an object: columns in its history, ownership, and dependent rows. */
async function stored(kind: string, { id }: Thing): Promise<unknown> {
  const { db } = scene.office.deps.metadata
  const read = (table: string, column: string) =>
    anyTable(db).selectFrom(table).selectAll().where(column, '=', id).execute()
  const [row] = await read(tableOf(kind), 'id')
  const told = ['revision', 'owner_id', 'deleted_at', ...Object.keys(fieldsOf(kind))]
  return [
    told.map((column) => row?.[column]),
    kind === 'dictionary' ? await read('dictionary_data', 'dict_id') : [],
    kind === 'segment' ? await read('segment_list', 'segment_id') : [],
  ]
}

const revisionOf = async (kind: string, { id }: Thing): Promise<number> => {
  const { db } = scene.office.deps.metadata
  const row = await anyTable(db)
    .selectFrom(tableOf(kind))
    .select('revision')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(row.revision)
}

const countOf = async (kind: string): Promise<number> => {
  const { db } = scene.office.deps.metadata
  const rows = await anyTable(db).selectFrom(tableOf(kind)).select('id').execute()
  return rows.length
}

/** Runs the work with the rule on the written dimension, otherwise on a dimension of the facts. */
async function limited<Result>(limit: Limit, dim: number, work: () => Promise<Result>): Promise<Result> {
  if (limit === 'rule') await scene.ruleBy(dim)
  try {
    return await work()
  } finally {
    if (limit === 'rule') await scene.ruleBy(null)
  }
}

const isDone = ({ envelope }: Answer<never>): boolean => envelope?.isSuccess === true
const mayOf = (limit: Limit, answers: KindCase['may']): boolean => limit === 'neither' || answers[limit]
/** Whether only the owner may write it, so that even a user without limits may not. */
const isOwners = (kind: string): boolean => caseOf(kind).owners === true

describe('the checks cover', () => {
  it('each kind of object, with who may write it', () => {
    expect(Object.keys(kindCases).sort(), 'add the kind to guards/writes/things.ts').toEqual(
      kinds.map(({ name }) => name).sort(),
    )
  })

  it('each writing call, by the object that it writes or the reason why it writes none', () => {
    const declared = calls.filter((call) => effectOf(call) === 'write').map(({ name }) => name)
    const walked = new Set([
      ...ways.map(({ call }) => call),
      ...Object.values(kindCases).map(({ save }) => save),
      ...Object.keys(writesNoObject),
    ])
    const advice = 'say in tests/rules/guards/writes/ways.ts which object it writes, or why it writes none'
    expect(new Set(declared).difference(walked), advice).toEqual(new Set())
    expect(walked.difference(new Set(declared)), 'no such call is declared').toEqual(new Set())
  })

  it('saving, deleting and restoring each kind', () => {
    const few = kinds.filter(({ name }) => ways.filter(({ kind }) => kind === name).length < 2)
    expect(
      few.map(({ name }) => name),
      'add the ways to delete and restore these kinds to tests/rules/guards/writes/ways.ts',
    ).toEqual([])
  })
})

const named = ways
  .filter(({ kind }) => kindCases[kind]?.share)
  .flatMap((way) => [undefined, ...rights].map((right) => [way.kind, way.call, right, way] as const))

describe('writing what is shared by name', () => {
  it('covers what rows name people and roles in', () => {
    const granting = tables.filter(({ columns, seen }) => seen && 'grants' in columns).map(({ name }) => name)
    const shared = kinds.filter(({ name }) => kindCases[name]?.share).map(({ table }) => table)
    expect(granting.filter((table) => !shared.includes(table as never))).toEqual(byFolder)
  })

  it.each(named)('%s by %s, shared to %s', async (kind, call, right, way: Way) => {
    const thing = await makeThing(kind)
    const person = scene.people.neither
    const grants = right ? [{ kind: 'user' as const, id: person.id, right }] : []
    await caseOf(kind).share?.(scene, thing, grants)
    thing.revision = await revisionOf(kind, thing)
    await way.before?.(scene, thing)
    const before = await stored(kind, thing)
    const answer = await way.send(scene, person, thing)
    const after = await stored(kind, thing)
    const may = right === 'edit' && !ownersWays.includes(call)
    expect(isDone(answer), answer.text.slice(0, 500)).toBe(may)
    if (!may) expect(after).toEqual(before)
  })
})

/** A query's grants are its folder's (features/code/server/library). */
const byFolder = ['query_folder']
/** Ways that stay the owner's, whatever the right. */
const ownersWays = ['deleteCustomReport']

const walked = ways.flatMap((way) => callers.map((limit) => [way.kind, way.call, limit, way] as const))

describe('writing others’ objects', () => {
  it.each(walked)('%s by %s, limited by %s', async (kind, _, limit, way: Way) => {
    const thing = await makeThing(kind)
    await way.before?.(scene, thing)
    const before = await stored(kind, thing)
    const dim = kind === 'dimension' ? (thing.id as number) : scene.office.dims.channel
    const person = isOwners(kind) && limit === 'neither' ? scene.owner : scene.people[limit]
    const answer = await limited(limit, dim, () => way.send(scene, person, thing))
    const after = await stored(kind, thing)
    const may = mayOf(limit, caseOf(kind).may)
    expect(isDone(answer), answer.text.slice(0, 500)).toBe(may)
    if (!may) expect(after).toEqual(before)
    else if (!way.silent) expect(after).not.toEqual(before)
  })
})

describe('adding objects', () => {
  const added = Object.keys(kindCases).flatMap((kind) => callers.map((limit) => [kind, limit] as const))
  it.each(added)('%s, limited by %s', async (kind, limit) => {
    const { save, may, mayAdd = may } = caseOf(kind)
    const body = await bodyOf(kind)
    const before = await countOf(kind)
    const { channel } = scene.office.dims
    const answer = await limited(limit, channel, () => ask(scene.people[limit], save, { body }))
    const isAdded = mayOf(limit, mayAdd)
    expect(isDone(answer), answer.text.slice(0, 500)).toBe(isAdded)
    expect(await countOf(kind)).toBe(before + (isAdded ? 1 : 0))
  })
})
