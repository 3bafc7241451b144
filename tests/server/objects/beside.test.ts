// Sharing, moving and handing over change an object's place and readers: they are recorded, but are no change of its
// content.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Metadata } from '#server/metadata/open.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { readHistory } from '#server/objects/history.ts'
import type { Caller, ObjectKind, ObjectRow } from '#server/objects/types.ts'
import { everybody } from '#server/scopes/seen.ts'
import type { ServerSlice } from '#server/slice.ts'
import type { Audience } from '#shared/audience.ts'
import { grantsText } from '#shared/grants.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as slices from '#features/server.ts'
import { createUser, upsertRole } from '#features/session/server/index.ts'

type Kind = ObjectKind<ObjectRow>
type Values = Record<string, unknown>

const kinds = Object.values<ServerSlice>(slices).flatMap(({ objects = [] }) => objects as readonly Kind[])
const fieldsOf = ({ fields }: Kind) =>
  Object.entries(fields as Record<string, { title: string; beside?: true }>)
const besideOf = (kind: Kind) => fieldsOf(kind).flatMap(([field, { beside }]) => (beside ? [field] : []))
const moving = kinds.filter((kind) => besideOf(kind).length > 0)

/** Of each kind: what it is made of, another content, and another value of each field beside it. */
interface Sample {
  made: Values
  said: Values
  beside: Values
}

const query = { tags: '[]', sql: 'select 1', params: '[]', looks: null, last_read_at: null, taken_runs: null }
const custom = { describe: '', sql: 'select 1', params: '[]', chart: '{}', query_id: null, version: 1 }

const audienceOf = (kind: Audience['kind']) =>
  JSON.stringify({ kind, roles: [], users: [] } satisfies Audience)

describeStores('where objects stand', (store) => {
  let metadata: Metadata
  let ann: Caller
  let ben: Caller
  let samples: Record<string, Sample>
  const open = (kind: Kind): Kind => ({ ...kind, seen: everybody, refuses: () => null })
  const add = async (name: string, values: Values): Promise<ObjectRow> => {
    const kind = open(moving.find((one) => one.name === name) as Kind)
    return metadata.transaction((db) => addObject(db, kind, ann, values as never))
  }
  const change = (kind: Kind, caller: Caller, id: ObjectRow['id'], values: Values, revision?: number) =>
    metadata.transaction((db) =>
      changeObject(db, open(kind), caller, { id, values: values as never, revision }, () => null),
    )

  beforeAll(async () => {
    metadata = await store.open()
    const { db } = metadata
    const roleId = await upsertRole(db, 'anybody', {})
    const person = async (username: string): Promise<Caller> => {
      const email = `${username}@example.com`
      const id = await createUser(db, { email, username, passwordHash: 'none', roleId, games: 'all' })
      return { id, games: 'all', rules: [], authorityInfo: {} }
    }
    ann = await person('ann')
    ben = await person('ben')
    const shelf = await add('queryFolder', { name: '别处', note: '', grants: '[]' })
    const folder = await add('folder', { name: '别处', parent_id: null, position: 1 })
    const views: ObjectRow[] = []
    for (const name of ['这里', '那里'])
      views.push(await add('view', { name, type_id: null, shared: 0, position: 1 }))
    const [here, there] = views.map(({ id }) => id)
    const grants = grantsText([{ kind: 'user', id: ben.id, right: 'see' }])
    const retired = { by: 'ann', from: '2026-10-01', note: '' }
    const standing = JSON.stringify({ retired })
    samples = {
      queryFolder: {
        made: { name: '甲', note: '', grants: '[]' },
        said: { note: '乙' },
        beside: { grants: '[{"kind":"everyone","id":null,"right":"read"}]', owner_id: ben.id },
      },
      savedQuery: {
        made: {
          ...query,
          name: '甲',
          folder: '',
          folder_id: null,
          version: 1,
          share: 'off',
          audience: audienceOf('anyone'),
        },
        said: { sql: 'select 2' },
        beside: { folder: '别处', folder_id: shelf.id, share: 'query', audience: audienceOf('signedIn') },
      },
      customReport: {
        made: { ...custom, name: '甲', folder: '', published: 0, grants: '[]' },
        said: { sql: 'select 2' },
        beside: { folder: '别处', published: 1, grants },
      },
      folder: {
        made: { name: '甲', parent_id: null, position: 2, shared: 1, grants: '[]' },
        said: { name: '乙' },
        beside: { parent_id: folder.id, shared: 0, grants },
      },
      view: {
        made: { name: '甲', type_id: null, shared: 0, position: 2, grants: '[]', standing: '{}' },
        said: { name: '乙' },
        beside: { type_id: folder.id, shared: 1, grants, standing },
      },
      report: {
        made: {
          report_name: '甲',
          view_meta_id: here,
          position: 1,
          info: '{}',
          remark: '',
          author_id: ann.id,
        },
        said: { report_name: '乙' },
        beside: { view_meta_id: there },
      },
    }
  })

  it('is tried of each kind that has such fields', () => {
    const fields = (of: (kind: Kind) => string[]) =>
      Object.fromEntries(moving.map((kind) => [kind.name, of(kind).sort()]))
    expect(Object.keys(samples).sort()).toEqual(moving.map(({ name }) => name).sort())
    expect(fields(({ name }) => Object.keys(samples[name]?.beside ?? {}))).toEqual(fields(besideOf))
  })

  describe.each(moving.map((kind) => [kind.name, kind] as const))('of a %s', (name, kind) => {
    it.each(besideOf(kind))('is noted by %s, and leaves time and author of the content', async (field) => {
      const { made, beside, said } = samples[name] as Sample
      const { id, modified_at, revision } = await add(name, { ...made, ...named(made, field) })
      const moved = await change(kind, ben, id, { [field]: beside[field] }, revision)
      expect(moved).toMatchObject({ modified_at, modified_by: ann.id, revision: revision + 1 })
      const [first] = await readHistory(metadata.db, open(kind), ann, id)
      expect(first).toMatchObject({ by: 'ben', action: 'change', changes: [{ field }] })
      // Who edits what they read before is told, and by whom it was moved.
      const late = await change(kind, ann, id, said, revision).catch((error: unknown) => error)
      expect(late).toMatchObject({ code: 'object_conflict', data: { by: 'ben', at: first?.at } })
      const both = await change(kind, ben, id, { ...said, [field]: made[field] ?? ann.id })
      expect(both.modified_by).toBe(ben.id)
      expect(Date.parse(both.modified_at)).toBeGreaterThan(Date.parse(modified_at))
    })
  })
})

/** Names differ, so that each sample stands beside the others. */
const named = (made: Values, field: string): Values =>
  'report_name' in made ? { report_name: `甲 ${field}` } : { name: `甲 ${field}` }

describe('a field that tells of folders or of sharing', () => {
  it('stands beside the content, whatever the kind', () => {
    const others = kinds.flatMap((kind) =>
      fieldsOf(kind).flatMap(([field, { title, beside }]) =>
        /文件夹|分享|共享/.test(title) && !beside ? [`${kind.name}.${field}`] : [],
      ),
    )
    expect(others).toEqual([])
  })
})
