// Ways of writing definitions other than their forms: in bulk, from history, by a file, and by replacement.

import type { Answer } from '#tests/factories/house.ts'
import type { DefinitionItem, DefinitionsFile } from '#features/definitions/contract.ts'
import { ask, type Scene } from './scene.ts'
import { kindCases, type Thing } from './things.ts'
import type { Way } from './way.ts'

const deletes = {
  dimension: 'deleteAnaDim',
  point: 'deleteAnaPoint',
  dimensionTable: 'deleteAnaDimTable',
  pointTable: 'deleteAnaPointTable',
  category: 'deleteAnaDimOrPointType',
} as const
type Definition = keyof typeof deletes

/** Property of a definitions file for each kind. */
const parts = {
  dimension: 'dimensions',
  point: 'points',
  dimensionTable: 'dimensionTables',
  pointTable: 'pointTables',
} as const

const save = (kind: Definition, { owner }: Scene, { id, body }: Thing, change: object) =>
  ask(owner, kindCases[kind]?.save ?? '', { body: { ...body, ...change, id } })

function waysOf(kind: Definition): Way[] {
  const remove = ({ owner }: Scene, { id }: Thing) => ask(owner, deletes[kind], { params: { id }, body: {} })
  const changed = (scene: Scene, thing: Thing) => save(kind, scene, thing, kindCases[kind]?.change ?? {})
  const by = (call: string, body: (thing: Thing) => object, before?: Way['before']): Way => ({
    kind,
    call,
    send: (_, person, thing) => ask(person, call, { body: body(thing) }),
    ...(before && { before }),
  })
  return [
    {
      kind,
      call: deletes[kind],
      send: (_, person, { id }) => ask(person, deletes[kind], { params: { id }, body: {} }),
    },
    by('deleteDefinitions', ({ id }) => ({ kind, ids: [id] })),
    by('bringBackDefinitions', ({ id }) => ({ kind, ids: [id] }), remove),
    by('backToChange', ({ id }) => ({ kind, id, change: 0 }), changed),
    ...(kind === 'category'
      ? []
      : [
          by('editDefinitions', ({ id }) => ({ kind, items: [{ id }], values: { describe: '多' } })),
          fileWay(kind),
        ]),
  ]
}

/** Imports the installation's own file with one object changed. */
function fileWay(kind: keyof typeof parts): Way {
  return {
    kind,
    call: 'applyDefinitions',
    send: async ({ owner }, person, { body }) => {
      const { text } = await ask(owner, 'exportDefinitions', { body: { viewIds: [], all: true } })
      const file = JSON.parse(text) as DefinitionsFile
      const items = file[parts[kind]] as { id: number; name: string }[]
      const item = items.find(({ name }) => name === body.name)
      if (!item) throw new Error(`${body.name} is not in the file`)
      Object.assign(item, kindCases[kind]?.change, { describe: '来自文件' })
      const preview = await ask(person, 'previewDefinitions', { body: { file } })
      const { digest, items: told } = preview.data as { digest: string; items: DefinitionItem[] }
      // Selects the change even where the server says that it cannot be applied.
      const keys = told
        .filter(({ name, action }) => name === body.name && action === 'change')
        .map(({ key }) => key)
      return ask(person, 'applyDefinitions', { body: { file, keys, digest } })
    },
  }
}

/** Replaces a point of the owner's alarm by another one. */
const replacement: Way = {
  kind: 'alarm',
  call: 'replaceReportPoint',
  before: async (scene, { id, body }) => {
    const point = await ownPoint(scene, id)
    const watch = { ...(body.watch as object), points: [point] }
    const conditions = [{ kind: 'threshold', point, op: 'lt', value: 1 }]
    await scene.made('addOrUpdateAlarm', { ...body, watch, conditions, id })
  },
  send: async (scene, person, { id }): Promise<Answer<never>> => {
    const { db } = scene.office.deps.metadata
    const { id: from } = await db
      .selectFrom('point')
      .select('id')
      .where('name', '=', ownName(id))
      .executeTakeFirstOrThrow()
    return ask(person, 'replaceReportPoint', { body: { from, to: scene.office.points.minutes } })
  },
}
const ownName = (alarm: number | string): string => `告警 ${alarm} 的指标`
async function ownPoint(scene: Scene, alarm: number | string): Promise<number> {
  const body = await kindCases.point?.make(scene, 0, 0)
  const { id } = await scene.made('addOrUpdateAnaPoint', { ...body, name: ownName(alarm) })
  return id as number
}

export const definitionWays: readonly Way[] = [
  ...(Object.keys(deletes) as Definition[]).flatMap(waysOf),
  replacement,
]
