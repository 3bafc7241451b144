// Folders, views and reports as objects: their history, and who sees and changes them.

import type { Selectable } from 'kysely'
import { boardChanges, readBoard } from '#semantic/model/board/types.ts'
import { type InfoNames, infoChanges } from '#semantic/model/infoWords.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { granteeNames, grantsField } from '#server/grantees.ts'
import type { Db, Field, ObjectKind } from '#server/objects/types.ts'
import { either, every, is, named, reader } from '#server/scopes/seen.ts'
import { type Grant, readWords, toAll } from '#shared/grants.ts'
import { emptyText } from '#shared/nothing.ts'
import type { Standing } from '#shared/standing.ts'
import { mayEdit, mayEditReport, refusal, type Shown, shownOf } from './access.ts'
import {
  type SavedReportTable,
  type ViewMetaTable,
  type ViewTypeTable,
  viewMeta,
  viewType,
} from './tables.ts'

export type FolderRow = Selectable<ViewTypeTable>
export type ViewRow = Selectable<ViewMetaTable>
export type ReportRow = Selectable<SavedReportTable> & { modified_by: number }

/** Names of ids in the history. */
interface Naming {
  folder: (id: number) => string
  view: (id: number) => string
  grantee: (grant: Grant) => string
}
const numbered: Naming = {
  folder: (id) => `#${id}`,
  view: (id) => `#${id}`,
  grantee: ({ id }) => `#${id}`,
}

/** Histories are read by others than those who see a place, so they name only what is open to everybody. */
export async function readNaming(db: Db): Promise<Naming> {
  const columns = ['id', 'name', 'shared', 'within'] as const
  const folders = await db.selectFrom('view_type').select(columns).execute()
  const views = await db.selectFrom('view_meta').select(columns).execute()
  const nameOf = ({ name, shared, within }: (typeof folders)[number], otherwise: string) =>
    shared === 1 && readWords(within).includes(toAll) ? name : otherwise
  const nameIn = (names: ReadonlyMap<number, string>) => (id: number) => names.get(id) ?? `#${id}`
  return {
    folder: nameIn(new Map(folders.map((row) => [row.id, nameOf(row, '部分人可看的文件夹')]))),
    view: nameIn(new Map(views.map((row) => [row.id, nameOf(row, '私有视图')]))),
    grantee: await granteeNames(db),
  }
}

const shared = (yes: string): Field => ({
  title: '共享',
  show: (stored) => (stored === 1 ? yes : '私有'),
  beside: true,
})

const standingField: Field = {
  title: '核对与停用',
  show: (stored) => {
    const { verified, retired } = JSON.parse(String(stored)) as Standing
    const parts = [
      verified && `${verified.by} 已核对，有效至 ${verified.until}`,
      retired && `${retired.by} 自 ${retired.from} 停用${retired.note && `：${retired.note}`}`,
    ]
    return parts.filter(Boolean).join('；') || emptyText
  },
  beside: true,
}

/** In the history: what came, went or changed of it, tile by tile. */
const boardField: Field = {
  title: '看板',
  show: () => '',
  parts: (from, to) => boardChanges(readBoard(from), readBoard(to)),
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

/** `naming` is needed where a change is recorded. */
export const foldersAs = (naming: Naming = numbered): ObjectKind<FolderRow> => ({
  ...alike,
  table: 'view_type',
  name: 'folder',
  fields: {
    name,
    parent_id: { title: '上级文件夹', show: placed(naming.folder, '最上层'), beside: true },
    shared: shared('随所在的位置'),
    grants: grantsField(naming.grantee),
  },
  seen: viewType.seen,
  refuses: (caller, row) => refused(mayEdit(caller, shownOf(row))),
})

export const viewsAs = (naming: Naming = numbered): ObjectKind<ViewRow> => ({
  ...alike,
  table: 'view_meta',
  name: 'view',
  fields: {
    name,
    type_id: { title: '文件夹', show: placed(naming.folder, '不在文件夹里'), beside: true },
    shared: shared('共享'),
    grants: grantsField(naming.grantee),
    standing: standingField,
    board: boardField,
  },
  seen: viewMeta.seen,
  refuses: (caller, row) => refused(mayEdit(caller, shownOf(row))),
})

interface Placed extends Shown {
  id: number
  deleted: boolean
}

/** A report is seen and changed like its views: the present one, and the one it is moved to. */
export function reportsAs(
  views: readonly Placed[],
  { view }: Naming = numbered,
  info: InfoNames = { dimension: (id) => `#${id}`, point: (id) => `#${id}` },
): ObjectKind<ReportRow> {
  const standingIn = ({ view_meta_id }: ReportRow) => views.find(({ id }) => id === view_meta_id)
  return {
    ...alike,
    table: 'report',
    name: 'report',
    called: ({ report_name }) => ({ name: report_name }),
    fields: {
      report_name: name,
      view_meta_id: { title: '视图', show: placed(view, ''), beside: true },
      info: infoField(info),
      remark: { title: '备注' },
    },
    seen: either(
      ...views.flatMap(({ id, ownerId, shared, grants, within, deleted }) => {
        if (deleted) return []
        const seen = either(reader(ownerId), named(grants), ...(shared ? [named(within)] : []))
        return [every(is('view_meta_id', id), seen)]
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
