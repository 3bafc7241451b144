// Plans what applying a file would do, item by item: new items, changes, and items that can't be applied with
// the reason.
import { createHash } from 'node:crypto'
import {
  checkDimension,
  checkDimensionTable,
  checkPoint,
  checkPointTable,
  compileReport,
} from '#semantic/compile.ts'
import { referencedIds } from '#semantic/model/references.ts'
import type { CompileContext, Model, ReportInfo, TableJoin } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { joinProblems, refusesDefinition } from '#features/config/server/index.ts'
import type { DefinitionItem, DefinitionsFile } from '../contract.ts'
import { dictionaryChanges, dictionaryProblems, isCarried, isForeign } from './dictionaries.ts'
import { differences, type Naming } from './differences.ts'
import { namedPoints } from './formulas.ts'
import type { Held, HeldReport, HeldView } from './house.ts'
import { type Incoming, incomingOf } from './incoming.ts'
import { type Matches, matchFile } from './matching.ts'

export interface Plan {
  items: DefinitionItem[]
  matches: Matches
  incoming: Incoming
  /** Existing views, by the index of the file's view. */
  views: (HeldView | null)[]
  digest: string
}

interface Given {
  file: DefinitionsFile
  held: Held
  /** The importing user; everything that saving would refuse is refused here too. */
  caller: Caller
  /** Whether the user may manage dictionaries. */
  mayManage: boolean
  context: CompileContext
  /** Keys that occur more than once in the file's dimension tables, by the tables' ids in the file. */
  repeated: ReadonlyMap<number, string[]>
}

type Kind = DefinitionItem['kind']
export const keyOf = (kind: Kind, id: number | string): string => `${kind}:${id}`

export async function planImport({ file, held, caller, mayManage, context, repeated }: Given): Promise<Plan> {
  const matches = await matchFile(file, held)
  await breathe()
  const incoming = incomingOf(file, matches, held.model.dimensionTables)
  const model = mergedModel(held.model, incoming, repeatedHere(file, incoming, repeated))
  const carried = file.dictionaries.flatMap(({ id, name }) => {
    const match = matches.dictionaries.get(id)
    return match ? { id: match.id, name } : []
  })
  const naming: Naming = {
    model,
    dictionaries: [...held.dictionaries, ...carried],
    categories: [...held.categories, ...incoming.categories],
  }
  const views = file.views.map((view) => viewHere(held, view))
  const items = [
    ...dictionaryItems(file, held, matches, { mayManage, games: caller.games }),
    ...(await definitionItems({ file, held, matches, incoming, model, naming, caller })),
    ...(await viewItems({ file, held, matches, incoming, model, naming, caller, views, context })),
  ]
  const digest = createHash('sha256').update(JSON.stringify(items)).digest('base64url')
  return { items, matches, incoming, views, digest }
}

/**
 * Only dictionaries in the file are items; missing ones show as problems of the dimensions that need them.
 */
function dictionaryItems(
  { dictionaries }: DefinitionsFile,
  held: Held,
  matches: Matches,
  who: Pick<Given, 'mayManage'> & Pick<Caller, 'games'>,
): DefinitionItem[] {
  return dictionaries.filter(isCarried).map((given) => {
    const id = matches.dictionaries.get(given.id)?.id
    const here = held.dictionaries.find((dictionary) => dictionary.id === id) ?? null
    const isHidden = isForeign(given, here, who.games)
    const changes = here && !isHidden ? dictionaryChanges(given, here) : []
    const action = here === null ? 'add' : changes.length > 0 || isHidden ? 'change' : 'same'
    return {
      key: keyOf('dictionary', given.id),
      kind: 'dictionary',
      name: given.name,
      place: `${given.values.length.toLocaleString('en-US')} 行`,
      action,
      changes,
      usedBy: 0,
      problems: action === 'same' ? [] : dictionaryProblems(given, here, who),
      needs: [],
    }
  })
}

const viewHere = ({ views }: Held, { name, folder }: { name: string; folder: string[] }): HeldView | null =>
  views.find(
    (view) => view.name === name && JSON.stringify(view.folder) === JSON.stringify(folder) && view.isSeen,
  ) ?? null

/** The model as if the whole file were applied; items are checked against it. */
function mergedModel(model: Model, incoming: Incoming, repeated: NonNullable<Model['duplicateKeys']>): Model {
  const merged = <Item extends { id: number }>(here: readonly Item[], given: readonly Item[]): Item[] => {
    const ids = new Set(given.map(({ id }) => id))
    return [...here.filter(({ id }) => !ids.has(id)), ...given]
  }
  return {
    ...model,
    dimensions: merged(model.dimensions, incoming.dimensions),
    points: merged(model.points, incoming.points),
    pointTables: merged(model.pointTables, incoming.pointTables),
    dimensionTables: merged(model.dimensionTables, incoming.dimensionTables),
    duplicateKeys: [
      ...(model.duplicateKeys ?? []).filter(
        ({ dimTableId }) => !incoming.dimensionTables.some(({ id }) => id === dimTableId),
      ),
      ...repeated,
    ],
  }
}

/** By the ids that the tables would have here. */
const repeatedHere = (
  { dimensionTables }: DefinitionsFile,
  incoming: Incoming,
  repeated: ReadonlyMap<number, string[]>,
): NonNullable<Model['duplicateKeys']> =>
  dimensionTables.flatMap(({ id }, at) => {
    const examples = repeated.get(id)
    const dimTableId = incoming.dimensionTables[at]?.id
    return examples && dimTableId !== undefined ? [{ dimTableId, examples }] : []
  })

interface Scene {
  file: DefinitionsFile
  held: Held
  matches: Matches
  incoming: Incoming
  model: Model
  naming: Naming
  caller: Caller
}

async function definitionItems({
  file,
  held,
  matches,
  incoming,
  model,
  naming,
  caller,
}: Scene): Promise<DefinitionItem[]> {
  const uses = held.views.flatMap(({ reports }) => reports.map(({ info }) => referencedIds(info)))
  const make = async <Item extends { id: number; name: string }>(
    kind: Exclude<Kind, 'view' | 'report' | 'dictionary'>,
    given: readonly { id: number }[],
    found: Matches['points'],
    items: readonly Item[],
    here: readonly Item[],
    more: (
      item: Item,
      index: number,
    ) => { place?: string; problems?: string[]; needs?: string[]; usedBy?: number },
  ): Promise<DefinitionItem[]> => {
    const made: DefinitionItem[] = []
    for (const [index, item] of items.entries()) {
      await breathe()
      const match = found.get(given[index]?.id ?? 0)
      const before = match?.isNew ? null : (here.find(({ id }) => id === item.id) ?? null)
      const changes = before ? differences(kind, before, item, naming) : []
      const told = more(item, index)
      const action = before === null ? 'add' : changes.length > 0 ? 'change' : 'same'
      const refused = action === 'same' ? null : refusesDefinition(caller, kind, before?.id ?? null)
      made.push({
        key: keyOf(kind, given[index]?.id ?? 0),
        kind,
        name: item.name,
        place: told.place ?? '',
        action,
        changes,
        usedBy: before === null ? 0 : (told.usedBy ?? 0),
        problems: [
          ...(refused === null ? [] : [refused]),
          ...(match?.ambiguous ? ['这里有多个同名的，不知道该更新哪一个'] : []),
          ...(told.problems ?? []),
        ],
        needs: told.needs ?? [],
      })
    }
    return made
  }
  const messages = (problems: { message: string }[]) => problems.map(({ message }) => message)
  const newKey = (kind: Kind, found: Matches['points'], id: number | null | undefined): string[] => {
    const given = id == null ? undefined : newIds(found).get(id)
    return given === undefined ? [] : [keyOf(kind, given)]
  }
  const joinedKeys = ({ joins = [] }: { joins?: readonly TableJoin[] }): string[] =>
    joins.flatMap(({ dimTableId }) => newKey('dimensionTable', matches.dimensionTables, dimTableId))
  /** A category missing from the file would point to nothing. */
  const strayCategory = (kind: 'dimension' | 'point', id: number | null | undefined): string[] =>
    id == null || file.categories.some((category) => category.id === id && category.kind === kind)
      ? []
      : ['文件里没有它所在的分类，请重新导出后再试']
  const tableNameOf = (tables: readonly { id: number; name: string }[], id: number | null) =>
    tables.find((table) => table.id === id)?.name ?? ''
  return [
    ...(await make(
      'category',
      file.categories,
      matches.categories,
      incoming.categories,
      held.categories,
      ({ kind }) => ({
        place: kind === 'point' ? '指标分类' : '维度分类',
      }),
    )),
    ...(await make(
      'dimensionTable',
      file.dimensionTables,
      matches.dimensionTables,
      incoming.dimensionTables,
      held.model.dimensionTables,
      (table) => ({
        place: table.table_truename,
        problems: messages([...checkDimensionTable(table, model), ...joinProblems(table, model)]),
        needs: joinedKeys(table),
      }),
    )),
    ...(await make(
      'pointTable',
      file.pointTables,
      matches.pointTables,
      incoming.pointTables,
      held.model.pointTables,
      (table) => ({
        place: table.table_truename,
        problems: messages([...checkPointTable(table, model), ...joinProblems(table, model)]),
        needs: joinedKeys(table),
      }),
    )),
    ...(await make(
      'dimension',
      file.dimensions,
      matches.dimensions,
      incoming.dimensions,
      held.model.dimensions,
      (dimension, index) => {
        const dictionary = file.dictionaries.find(({ id }) => id === file.dimensions[index]?.info.dictId)
        const match = dictionary && matches.dictionaries.get(dictionary.id)
        const isLost = dictionary !== undefined && match === null
        return {
          place: tableNameOf(model.dimensionTables, dimension.table_id),
          problems: [
            ...messages(checkDimension(dimension, model)),
            ...strayCategory('dimension', file.dimensions[index]?.dim_typeId),
            ...(isLost ? [`这里没有字典「${dictionary.name}」，请先导入字典`] : []),
          ],
          needs: [
            ...newKey('dimensionTable', matches.dimensionTables, dimension.table_id),
            ...newKey('category', matches.categories, dimension.dim_typeId),
            ...(dictionary && match?.isNew ? [keyOf('dictionary', dictionary.id)] : []),
          ],
          usedBy: uses.filter(({ dims }) => dims.has(dimension.id)).length,
        }
      },
    )),
    ...(await make(
      'point',
      file.points,
      matches.points,
      incoming.points,
      held.model.points,
      (point, index) => ({
        place: tableNameOf(model.pointTables, point.table_id) || '计算指标',
        problems: [
          ...messages(checkPoint(point, model)),
          ...strayCategory('point', file.points[index]?.point_typeId),
        ],
        needs: [
          ...newKey('pointTable', matches.pointTables, point.table_id),
          ...newKey('category', matches.categories, point.point_typeId),
          ...namedPoints(point, incoming.points).flatMap(({ id }) => newKey('point', matches.points, id)),
        ],
        usedBy: uses.filter(({ points }) => points.has(point.id)).length,
      }),
    )),
  ]
}

const newIdsOf = new WeakMap<Matches['points'], Map<number, number>>()
/** Ids in the file, by the temporary ids of new items. */
function newIds(found: Matches['points']): ReadonlyMap<number, number> {
  const known =
    newIdsOf.get(found) ??
    new Map([...found].flatMap(([id, match]) => (match.isNew ? [[match.id, id] as const] : [])))
  newIdsOf.set(found, known)
  return known
}

interface ViewScene extends Scene {
  views: (HeldView | null)[]
  context: CompileContext
}

async function viewItems(scene: ViewScene): Promise<DefinitionItem[]> {
  const { incoming, views } = scene
  const items: DefinitionItem[] = []
  for (const [at, view] of incoming.views.entries()) {
    const here = views[at] ?? null
    const viewKey = keyOf('view', at)
    const item: DefinitionItem = {
      key: viewKey,
      kind: 'view',
      name: view.name,
      place: view.folder.join(' / '),
      action: here ? 'same' : 'add',
      changes: [],
      usedBy: 0,
      problems: [],
      needs: [],
    }
    items.push(item)
    for (const [index, report] of view.reports.entries()) {
      await breathe()
      const found = here?.reports.filter(({ reportName }) => reportName === report.reportName) ?? []
      const twice = view.reports.filter(({ reportName }) => reportName === report.reportName).length > 1
      const made = reportItem(scene, {
        key: keyOf('report', `${at}.${index}`),
        report,
        place: [...view.folder, view.name].join(' / '),
        here: found[0] ?? null,
        ambiguous: found.length > 1 || twice,
        needs: here ? [] : [viewKey],
      })
      items.push(made)
    }
  }
  return items
}

interface ReportScene {
  key: string
  report: Incoming['views'][number]['reports'][number]
  place: string
  here: HeldReport | null
  ambiguous: boolean
  needs: string[]
}

function reportItem(
  { matches, model, naming, context }: ViewScene,
  { key, report, place, here, ambiguous, needs }: ReportScene,
): DefinitionItem {
  const changes = here ? differences('report', here, report, naming) : []
  const { dims, points } = referencedIds(report.info)
  const isNew = (found: Matches['points'], ids: ReadonlySet<number>, kind: Kind) =>
    [...ids].flatMap((id) => {
      const given = newIds(found).get(id)
      return given === undefined ? [] : [keyOf(kind, given)]
    })
  return {
    key,
    kind: 'report',
    name: report.reportName,
    place,
    action: here === null ? 'add' : changes.length > 0 ? 'change' : 'same',
    changes,
    usedBy: 0,
    problems: [
      ...(ambiguous ? ['视图里有多张同名的报表，不知道该更新哪一张'] : []),
      ...compileProblem(report.info, model, context),
    ],
    needs: [
      ...needs,
      ...isNew(matches.dimensions, dims, 'dimension'),
      ...isNew(matches.points, points, 'point'),
    ],
  }
}

function compileProblem(info: ReportInfo, model: Model, context: CompileContext): string[] {
  try {
    compileReport(info, model, context)
    return []
  } catch (error) {
    if (error instanceof AppError) return [error.message]
    throw error
  }
}
