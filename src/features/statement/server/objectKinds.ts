// Folders, views and reports as objects: their history, and who sees and changes them.
import type { Selectable } from 'kysely'
import { type InfoNames, infoChanges } from '#semantic/model/infoWords.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Db, Field, ObjectKind } from '#server/objects/types.ts'
import { either, every, everybody, is, reader } from '#server/scopes/seen.ts'
import { mayEdit, mayEditReport, refusal } from './access.ts'
import {
  type SavedReportTable,
  type ViewMetaTable,
  type ViewTypeTable,
  viewMeta,
  viewType,
} from './tables.ts'

export type FolderRow = Selectable<ViewTypeTable>
type ViewRow = Selectable<ViewMetaTable>
export type ReportRow = Selectable<SavedReportTable> & { modified_by: number }

/** Names of ids in the history. */
interface Naming {
  folder: (id: number) => string
  view: (id: number) => string
}
const numbered: Naming = { folder: (id) => `#${id}`, view: (id) => `#${id}` }

/** The history of a private view reveals no names. */
export async function readNaming(db: Db): Promise<Naming> {
  const folders = await db.selectFrom('view_type').select(['id', 'name']).execute()
  const views = await db.selectFrom('view_meta').select(['id', 'name', 'shared']).execute()
  const nameIn = (names: ReadonlyMap<number, string>) => (id: number) => names.get(id) ?? `#${id}`
  return {
    folder: nameIn(new Map(folders.map(({ id, name }) => [id, name]))),
    view: nameIn(new Map(views.map(({ id, name, shared }) => [id, shared === 1 ? name : '私有视图']))),
  }
}

const name: Field = { title: '名称' }
const placed =
  (nameOf: (id: number) => string, nowhere: string) =>
  (stored: unknown): string =>
    stored === null ? nowhere : nameOf(Number(stored))
const alike = {
  runs: 'never' as const,
  keepsBefore: true,
  taken: { field: 'name', message: '此名称已被使用，请换一个' },
}
const refused = (may: boolean): string | null => (may ? null : refusal)

const ownedFolder = ({ owner_id }: FolderRow) => ({ ownerId: owner_id, shared: true })
const ownedView = ({ owner_id, shared }: ViewRow) => ({ ownerId: owner_id, shared: shared === 1 })

/** `naming` is needed where a change is recorded. */
export const foldersAs = ({ folder }: Naming = numbered): ObjectKind<FolderRow> => ({
  ...alike,
  table: 'view_type',
  name: 'folder',
  fields: { name, parent_id: { title: '上级文件夹', show: placed(folder, '最上层'), beside: true } },
  seen: viewType.seen,
  refuses: (caller, row) => refused(mayEdit(caller, ownedFolder(row))),
})

export const viewsAs = ({ folder }: Naming = numbered): ObjectKind<ViewRow> => ({
  ...alike,
  table: 'view_meta',
  name: 'view',
  fields: {
    name,
    type_id: { title: '文件夹', show: placed(folder, '不在文件夹里'), beside: true },
    shared: { title: '共享', show: (shared) => (shared === 1 ? '共享' : '私有'), beside: true },
  },
  seen: viewMeta.seen,
  refuses: (caller, row) => refused(mayEdit(caller, ownedView(row))),
})

interface Standing {
  id: number
  ownerId: number
  shared: boolean
  deleted: boolean
}

/** A report is seen and changed like its views: the present one, and the one it is moved to. */
export function reportsAs(
  views: readonly Standing[],
  { view }: Naming = numbered,
  info: InfoNames = { dimension: (id) => `#${id}`, point: (id) => `#${id}` },
): ObjectKind<ReportRow> {
  const standingIn = ({ view_meta_id }: ReportRow) => views.find(({ id }) => id === view_meta_id)
  return {
    ...alike,
    table: 'report',
    name: 'report',
    fields: {
      report_name: name,
      view_meta_id: { title: '视图', show: placed(view, ''), beside: true },
      info: infoField(info),
      remark: { title: '备注' },
    },
    seen: either(
      ...views.flatMap(({ id, ownerId, shared, deleted }) => {
        if (deleted) return []
        return [every(is('view_meta_id', id), shared ? everybody : reader(ownerId))]
      }),
    ),
    refuses: (caller, row) => {
      const found = standingIn(row)
      return refused(found !== undefined && mayEditReport(caller, { ownerId: row.owner_id }, found))
    },
  }
}

const readInfo = (stored: unknown) => JSON.parse(String(stored)) as ReportInfo

const infoField = (names: InfoNames): Field => ({
  title: '定义',
  show: () => '',
  parts: (from, to) => infoChanges(readInfo(from), readInfo(to), names),
})

/** Ordered so that referring objects are deleted first. */
export const statementObjects = [reportsAs([]), viewsAs(), foldersAs()]
