// Saves a definition: checked as a whole, in a transaction in which nobody else saves one.

import type { Problem } from '#semantic/compile.ts'
import { formulaInNames } from '#semantic/model/formulaText.ts'
import type { Category, Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { userNames } from '#server/objects/history.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller, Db, ObjectKind } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import type { DefinitionKind } from '#features/config/contract.ts'
import { adoptFormulas, storedFormula, withFormerNames } from '../formulas.ts'
import { readModel, renewModel } from '../model.ts'
import { assertMayDefineTables, kindsOf, type Stored } from '../objectKinds.ts'
import { keepDefinitions, printOf, type ReadDefinitions } from '../reading.ts'
import { adoptRows } from './adopt.ts'
import { type Broken, brokenBy } from './broken.ts'
import { type Changes, type Definitions, drafts } from './drafts.ts'
import { type Held, holdDefinitions, readHeld, repeatedKeys } from './held.ts'
import { fanOutProblems } from './joins.ts'
import { formProblems, type Known, modelWith, problemsOf, refuseProblems } from './problems.ts'
import { definitionOf, rowOf } from './rows.ts'

/** A saved definition with its author and time. */
export type Saved<Kind extends DefinitionKind> = Definitions[Kind] & {
  revision: number
  owner: string
  modified_by: string
  modified_at: string
}

export async function saveDefinition<Kind extends DefinitionKind>(
  deps: Deps,
  caller: Caller,
  kind: Kind,
  change: Changes[Kind],
): Promise<Saved<Kind>> {
  const repeated = await keysBefore(deps, kind, change)
  const { saved, left } = await deps.metadata.transaction(async (db) => {
    const known = await beginSaving(deps, db, kind, repeated)
    const done = await saveWithin(db, known, caller, kind, change)
    return { saved: done, left: { print: await printOf(db), definitions: leftBehind(known, kind, done) } }
  })
  keepDefinitions(deps.metadata, left.print, left.definitions)
  renewModel(deps.metadata)
  return saved
}

/** All definitions after the save, without reading them again. */
function leftBehind<Kind extends DefinitionKind>(
  { model, categories }: Known,
  kind: Kind,
  { revision, owner, modified_by, modified_at, ...saved }: Saved<Kind>,
): ReadDefinitions {
  const definition = saved as unknown as Definitions[Kind]
  const { tables: _, duplicateKeys: __, ...definitions } = modelWith(model, kind, definition)
  const others = categories.filter(({ id }) => id !== definition.id)
  const sorted = (list: Category[]) =>
    list.toSorted((one, other) =>
      one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : one.order - other.order || one.id - other.id,
    )
  return {
    ...definitions,
    segments: model.segments ?? [],
    // A dimension tells its table's physical name.
    dimensions:
      kind === 'dimensionTable'
        ? definitions.dimensions.map((one) =>
            one.table_id === definition.id
              ? { ...one, table_truename: (definition as Definitions['dimensionTable']).table_truename }
              : one,
          )
        : definitions.dimensions,
    categories: kind === 'category' ? sorted([...others, definition as Category]) : categories,
  }
}

/** Repeated keys of dimension tables, including the changed one: queried from the warehouse beforehand. */
export async function keysBefore<Kind extends DefinitionKind>(
  deps: Pick<Deps, 'metadata' | 'warehouse'>,
  kind: Kind,
  change: Changes[Kind] | null,
): Promise<NonNullable<Model['duplicateKeys']>> {
  const model = await readModel(deps)
  const known = model.duplicateKeys ?? []
  if (kind !== 'dimensionTable' || change === null) return known
  const { id = -1 } = change
  const present = model.dimensionTables.find((table) => table.id === id) ?? null
  // A refused text is reported later with all others.
  const draft = await drafts.dimensionTable(change as Changes['dimensionTable'], present).catch(() => null)
  if (!draft) return known
  const own = await repeatedKeys(deps, [draft])
  return [...known.filter(({ dimTableId }) => dimTableId !== draft.id), ...own]
}

/** The context of the save's checks, locked until the transaction ends. */
export async function beginSaving(
  deps: Deps,
  db: Db,
  kind: DefinitionKind,
  repeated: NonNullable<Model['duplicateKeys']>,
): Promise<Known> {
  await holdDefinitions(deps, db)
  await adoptRows(db, kindsOf()[kind] as ObjectKind<Stored[DefinitionKind]>)
  if (kind === 'point') await adoptFormulas(db)
  return { ...(await readHeld(deps, db, repeated)), dictionaries: await readDictionaryIds(db) }
}

export async function readDictionaryIds(db: Db): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('dictionary').select('id').where(living('dictionary')).execute()
  return new Set(rows.map(({ id }) => id))
}

interface Manner {
  /** False for a change of descriptive fields only. */
  compiles: boolean
}

export async function saveWithin<Kind extends DefinitionKind>(
  db: Db,
  known: Known,
  caller: Caller,
  kind: Kind,
  change: Changes[Kind],
  { compiles }: Manner = { compiles: true },
): Promise<Saved<Kind>> {
  const objects = kindsOf(known.naming)[kind] as ObjectKind<Stored[Kind]>
  if (kind === 'pointTable' || kind === 'dimensionTable') assertMayDefineTables(caller)
  const { id = -1, revision, overwrite } = change
  const stored = id > 0 ? ((await readObject(db, objects, caller, id)) as Stored[Kind]) : null
  const present = stored ? shownDefinition(kind, stored, known) : null
  const draft = placed(kind, await drawn(db, kind, change, present, known.model), known)
  refuseProblems(compiles ? await definitionProblems(kind, draft, known) : formProblems(kind, draft, known))
  const shown = (row: Stored[Kind]) => tell(db, kind, row, known)
  const values = { ...rowOf[kind](draft), ...formulaOf(kind, draft, known.model) }
  const row = stored
    ? await changeObject(
        db,
        objects,
        caller,
        { id, values: sameTexts(values, stored), revision, overwrite } as never,
        shown as never,
      )
    : await addObject(db, objects, caller, values as never, { name: draft.name })
  return shown(row as Stored[Kind])
}

/** The definition as sent; a formula follows names that changed while it was typed. */
export async function drawn<Kind extends DefinitionKind>(
  db: Db,
  kind: Kind,
  change: Changes[Kind],
  present: Definitions[Kind] | null,
  { points }: Pick<Model, 'points'>,
): Promise<Definitions[Kind]> {
  const draft = await drafts[kind](change, present)
  if (kind !== 'point') return draft
  return (await withFormerNames(db, draft as Definitions['point'], points)) as Definitions[Kind]
}

/** A computed point's formula as the store keeps it. */
function formulaOf<Kind extends DefinitionKind>(kind: Kind, draft: Definitions[Kind], model: Model) {
  if (kind !== 'point') return {}
  const { points } = modelWith(model, kind, draft)
  const point = points.find(({ id }) => id === draft.id)
  return point ? { name_sql: storedFormula(point, points) } : {}
}

/** Problems of the definition, and of others' definitions it would break. */
export async function definitionProblems<Kind extends DefinitionKind>(
  kind: Kind,
  draft: Definitions[Kind],
  known: Known,
): Promise<Problem[]> {
  const after = { ...known, model: modelWith(known.model, kind, draft) }
  const own = problemsOf(kind, draft, after)
  if (own.length > 0) return own
  const fanOuts = newFanOuts(kind, draft, known.model)
  if (fanOuts.length > 0) return fanOuts.slice(0, 1)
  const broken = await brokenBy(kind, draft.id, known.model, after.model)
  const [first] = broken
  return first ? [{ field: first.field, message: `保存后${brokenText(broken)}` }] : []
}

const mostNamed = 7

/** What can't be computed any more, all of it by name, and why the first can't. */
export function brokenText(broken: readonly Broken[]): string {
  const kinds = [...Map.groupBy(broken, ({ title }) => title)].map(([title, some]) => {
    const names = some.slice(0, mostNamed).map(({ name }) => `「${name}」`)
    return `${title}${names.join('')}${some.length > mostNamed ? `等 ${some.length} 个` : ''}`
  })
  return `${kinds.join('、')}将不能计算：${broken[0]?.problem ?? ''}`
}

function newFanOuts<Kind extends DefinitionKind>(
  kind: Kind,
  draft: Definitions[Kind],
  model: Model,
): Problem[] {
  if (kind !== 'pointTable' && kind !== 'dimensionTable') return []
  const tables = kind === 'pointTable' ? model.pointTables : model.dimensionTables
  const present = tables.find(({ id }) => id === draft.id)?.joins ?? []
  return fanOutProblems((draft as Definitions['pointTable' | 'dimensionTable']).joins ?? [], present, model)
}

/** A new category is the last of its kind. */
function placed<Kind extends DefinitionKind>(
  kind: Kind,
  draft: Definitions[Kind],
  { categories }: Held,
): Definitions[Kind] {
  if (kind !== 'category') return draft
  const category = draft as Definitions['category']
  if (category.order >= 0) return draft
  const orders = categories.filter((one) => one.kind === category.kind).map(({ order }) => order)
  return { ...draft, order: Math.max(0, ...orders) + 1 }
}

/** Equivalent JSON keeps the stored text. */
function sameTexts<Values extends object>(values: Values, stored: object): Values {
  const kept = stored as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const before = kept[name]
      const isSame = typeof value === 'string' && typeof before === 'string' && saysSame(value, before)
      return [name, isSame ? before : value]
    }),
  ) as Values
}

function saysSame(one: string, other: string): boolean {
  if (one === other || !one.startsWith('{') || !other.startsWith('{')) return one === other
  const sorted = (text: string) =>
    JSON.stringify(Object.entries(JSON.parse(text) as object).sort(([a], [b]) => (a < b ? -1 : 1)))
  try {
    return sorted(one) === sorted(other)
  } catch {
    // The text only begins like JSON.
    return false
  }
}

export function shownDefinition<Kind extends DefinitionKind>(
  kind: Kind,
  row: Stored[Kind],
  { model }: Pick<Held, 'model'>,
): Definitions[Kind] {
  const shown = definitionOf[kind](
    row,
    ({ table_id }) => model.dimensionTables.find(({ id }) => id === table_id)?.table_truename ?? null,
  )
  if (kind !== 'point') return shown
  const point = shown as Definitions['point']
  if (point.types !== 'computed') return shown
  return { ...point, name_sql: formulaInNames(point.name_sql, model.points) } as Definitions[Kind]
}

async function tell<Kind extends DefinitionKind>(
  db: Db,
  kind: Kind,
  row: Stored[Kind],
  held: Pick<Held, 'model'>,
): Promise<Saved<Kind>> {
  const names = await userNames(db, [row.owner_id, row.modified_by])
  return {
    ...shownDefinition(kind, row, held),
    revision: row.revision,
    owner: names.get(row.owner_id) ?? '',
    modified_by: names.get(row.modified_by) ?? '',
    modified_at: row.modified_at,
  }
}
