// One change of many definitions, all or none.

import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { type DefinitionKind, definitionTitles, type ManyValues } from '#features/config/contract.ts'
import { forgetModel, readModel } from '../model.ts'
import type { Changes } from './drafts.ts'
import type { Known } from './problems.ts'
import { beginSaving, saveWithin } from './save.ts'

interface Item {
  id: number
  revision?: number | undefined
}

/** The values that each kind has. None changes what is computed, so nothing is compiled again. */
const fitting: Record<DefinitionKind, readonly (keyof ManyValues)[]> = {
  dimension: ['category', 'describe', 'cgi_filter', 'form_type', 'update_frequency'],
  point: ['category', 'describe', 'note', 'format', 'unit'],
  pointTable: ['describe', 'update_frequency'],
  dimensionTable: ['describe'],
  category: [],
}

export async function editDefinitions(
  deps: Deps,
  caller: Caller,
  {
    kind,
    items,
    values,
    overwrite,
  }: { kind: DefinitionKind; items: Item[]; values: ManyValues; overwrite?: boolean | undefined },
): Promise<{ changed: number }> {
  assertFitting(kind, values)
  const { duplicateKeys = [] } = await readModel(deps)
  await deps.metadata.transaction(async (db) => {
    const known = await beginSaving(deps, db, kind, duplicateKeys)
    for (const { id, revision } of items) {
      const change = { id, revision, overwrite, ...changeOf(kind, id, values, known) }
      try {
        await saveWithin(db, known, caller, kind, change as Changes[typeof kind], { compiles: false })
      } catch (error) {
        throw named(error, kind, id, known)
      }
    }
  })
  forgetModel(deps.metadata)
  return { changed: items.length }
}

function assertFitting(kind: DefinitionKind, values: ManyValues): void {
  const names = Object.keys(values) as (keyof ManyValues)[]
  if (names.length === 0) throw new AppError('parameter_wrong', '没有要修改的内容')
  const strange = names.filter((name) => !fitting[kind].includes(name))
  if (strange.length === 0) return
  const message = `${definitionTitles[kind]}没有这一项`
  throw new AppError('parameter_wrong', message, {
    fields: Object.fromEntries(strange.map((name) => [name, message])),
  })
}

function changeOf(
  kind: DefinitionKind,
  id: number,
  { category, format, unit, ...plain }: ManyValues,
  { model }: Known,
): object {
  const point = kind === 'point' ? model.points.find((one) => one.id === id) : undefined
  const hasInfo = format !== undefined || unit !== undefined
  return {
    ...plain,
    ...(category !== undefined && { [kind === 'dimension' ? 'dim_typeId' : 'point_typeId']: category }),
    ...(point &&
      hasInfo && {
        info: { ...point.info, ...(format !== undefined && { format }), ...(unit !== undefined && { unit }) },
      }),
  }
}

/** Adds the faulty definition's name to the refusal. */
function named(error: unknown, kind: DefinitionKind, id: number, { model }: Known): unknown {
  if (!(error instanceof AppError)) return error
  const all = [...model.dimensions, ...model.points, ...model.pointTables, ...model.dimensionTables]
  const name =
    kind === 'category' ? undefined : all.find((one) => one.id === id && isOf(kind, one, model))?.name
  const message =
    name === undefined ? error.message : `${definitionTitles[kind]}「${name}」：${error.message}`
  const data = typeof error.data === 'object' ? error.data : {}
  return new AppError(error.code, message, { ...data, id })
}

const isOf = (kind: DefinitionKind, one: { id: number }, model: Known['model']): boolean =>
  (kind === 'dimension' && model.dimensions.includes(one as never)) ||
  (kind === 'point' && model.points.includes(one as never)) ||
  (kind === 'pointTable' && model.pointTables.includes(one as never)) ||
  (kind === 'dimensionTable' && model.dimensionTables.includes(one as never))
