// The user-defined order of folders, views and reports among their siblings.
import { writeAudit } from '#server/metadata/audit.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { mayEdit, mayEditReport, maySee } from './access.ts'
import { readFolders, readReports, readViews, writePositions } from './repo.ts'

type Kind = 'report' | 'viewMeta' | 'viewType'

interface Sibling {
  id: number
  /** The containing folder or view. */
  parent: number | null
  seen: boolean
  editable: boolean
}

const tables = { report: 'report', viewMeta: 'view_meta', viewType: 'view_type' } as const
const names = { report: 'report', viewMeta: 'view', viewType: 'folder' } as const

/** The given ids, in their order, take the positions that they now have among their siblings. */
export function placeInOrder(
  { transaction }: Metadata,
  caller: Caller,
  kind: Kind,
  ids: number[],
): Promise<null> {
  return transaction(async (db) => {
    if (new Set(ids).size < ids.length) throw new AppError('parameter_wrong', '排序中有重复项')
    const all = await readSiblings[kind](db, caller)
    const known = new Map(all.filter((one) => one.seen).map((one) => [one.id, one]))
    const given = ids.map((id) => {
      const one = known.get(id)
      if (!one) throw new AppError('object_missing')
      return one
    })
    const parent = given[0]?.parent ?? null
    if (given.some((one) => one.parent !== parent))
      throw new AppError('parameter_wrong', '只能在同一层内排序')
    const siblings = all.filter((one) => one.parent === parent)
    assertOthersStay(siblings, given)
    const moving = new Set(ids)
    const next = given.values()
    const placed = siblings.map((one) => (moving.has(one.id) ? (next.next().value ?? one).id : one.id))
    if (placed.every((id, index) => id === siblings[index]?.id)) return null
    await writePositions(db, tables[kind], placed)
    await writeAudit(db, { userId: caller.id, action: `${names[kind]}.order`, detail: { parent, ids } })
    return null
  })
}

/** A user's own objects may move between others', which keep their relative order. */
function assertOthersStay(siblings: Sibling[], given: Sibling[]): void {
  const wanted = given.filter((one) => !one.editable)
  const present = siblings.filter((one) => wanted.includes(one))
  if (given.length === wanted.length || wanted.some((one, index) => one !== present[index])) {
    throw new AppError('permission_missing', '只有所有者或报表配置人员可以调整顺序')
  }
}

const readSiblings: Record<Kind, (db: Metadata['db'], caller: Caller) => Promise<Sibling[]>> = {
  viewType: async (db, caller) =>
    (await readFolders(db)).map((folder) => ({
      id: folder.id,
      parent: folder.parentId,
      seen: maySee(caller, folder),
      editable: mayEdit(caller, folder),
    })),
  viewMeta: async (db, caller) =>
    (await readViews(db)).map((view) => ({
      id: view.id,
      parent: view.typeId,
      seen: maySee(caller, view),
      editable: mayEdit(caller, view),
    })),
  report: async (db, caller) => {
    const views = new Map((await readViews(db)).map((view) => [view.id, view]))
    return (await readReports(db)).flatMap((report) => {
      const view = views.get(report.viewMetaId)
      if (!view) return []
      const editable = mayEditReport(caller, report, view)
      return [{ id: report.id, parent: view.id, seen: maySee(caller, view), editable }]
    })
  },
}
