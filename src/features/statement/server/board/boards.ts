// Reads and saves a view's board. Who may do so is the view's matter; figures are asked by each tile, with its reader's
// rights.
import { unjoinable } from '#semantic/compile.ts'
import { type Board, boardColumns, isDataTile, readBoard } from '#semantic/model/board/types.ts'
import { hasPoints } from '#semantic/model/conditions.ts'
import { pointsUnder } from '#semantic/model/references.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { changeObject } from '#server/objects/changing.ts'
import { holdObject } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { ShownBoard } from '#features/statement/contract.ts'
import { assertEditable, mayEdit } from '../access.ts'
import { readNaming, viewsAs } from '../objectKinds.ts'
import { known, shownDimension } from '../queryParams.ts'
import { readReports } from '../repo.ts'
import { viewMeta } from '../tables.ts'
import { findView } from '../views.ts'

export async function readShownBoard(deps: Deps, user: SessionUser, viewId: number): Promise<ShownBoard> {
  const { db } = deps.metadata
  const view = await findView(db, user, viewId)
  const reports = await readReports(db, viewId)
  const model = await readModel(deps)
  return {
    viewId,
    board: await storedBoard(db, user, viewId),
    revision: view.revision,
    editable: mayEdit(user, view),
    dimensions: model.dimensions.map((dimension) => ({
      ...shownDimension(dimension),
      unreachable: '',
      options: null,
      moreOptions: false,
    })),
    reaches: reports.map(({ id, info }) => ({
      report: id,
      ...reachOf(info, model, user),
      figures: figuresOf(info, model).map((one) => ({ ...one, pinyin: pinyinOf(one.title) })),
    })),
  }
}

async function storedBoard(db: Db, user: SessionUser, viewId: number): Promise<Board | null> {
  const row = await db
    .selectFrom('view_meta')
    .select('board')
    .where('id', '=', viewId)
    .where(seenBy(db, viewMeta, user))
    .executeTakeFirst()
  return readBoard(row?.board)
}

function reachOf(info: ReportInfo, model: Model, user: SessionUser): { dims: number[]; day: number | null } {
  const points = pointsUnder(info)
  const reasons = unjoinable(known(model, { dims: info.dims, points }), model, user).dimensions
  const dims = model.dimensions.filter(({ id }) => !reasons.get(id))
  const dates = dims.filter(({ types }) => types === 'date')
  // The business day is a column of the facts themselves; other dates are theirs alone.
  const business = dates.find(({ table_id, info: { factTable } }) => table_id === null && !factTable)
  const own = dates.find(({ id }) => info.dims.includes(id))
  return { dims: dims.map(({ id }) => id), day: (own ?? business)?.id ?? null }
}

/** Points and formulas of plain reports, and returned players by day. */
function figuresOf(info: ReportInfo, model: Model): { key: string; title: string }[] {
  if (info.kind === 'retention')
    return (info.retention?.days ?? []).map((day) => ({ key: `r${day}`, title: `第 ${day} 日留存` }))
  if ((info.kind ?? 'table') !== 'table') return []
  const names = new Map([...model.points, ...(info.formulas ?? [])].map(({ id, name }) => [id, name]))
  return info.points.flatMap((id) => {
    const title = names.get(id)
    return title === undefined ? [] : [{ key: `p${id}`, title }]
  })
}

interface BoardChange {
  viewId: number
  board: Board | null
  revision?: number | undefined
  overwrite?: boolean | undefined
}

export function saveBoard(
  deps: Deps,
  user: SessionUser,
  { viewId, board, revision, overwrite }: BoardChange,
): Promise<{ viewId: number; revision: number }> {
  const { dialect, transaction } = deps.metadata
  return transaction(async (db) => {
    const view = await findView(db, user, viewId)
    assertEditable(user, view)
    if (board) await assertSound(db, viewId, board)
    const kind = viewsAs(await readNaming(db))
    await holdObject(db, dialect, kind, user, viewId)
    const shown = async () => ({
      viewId,
      board: await storedBoard(db, user, viewId),
      revision: view.revision,
    })
    const values = { board: board === null ? '' : JSON.stringify(board) }
    const kept = await changeObject(db, kind, user, { id: viewId, values, revision, overwrite }, shown)
    return { viewId, revision: kept.revision }
  })
}

async function assertSound(db: Db, viewId: number, { tiles, bar }: Board): Promise<void> {
  const ids = new Set(tiles.map(({ id }) => id))
  if (ids.size < tiles.length) throw new AppError('parameter_wrong', '看板里有两块用了同一个编号')
  const wide = tiles.find(({ x, w }) => x + w > boardColumns)
  if (wide) throw new AppError('parameter_wrong', `看板只有 ${boardColumns} 列，有一块超出了右边`)
  if (hasPoints(bar.filters)) throw new AppError('parameter_wrong', '看板的条件只能是维度，不能是指标')
  const reports = new Set((await readReports(db, viewId)).map(({ id }) => id))
  const strange = tiles.filter(isDataTile).find(({ report }) => !reports.has(report))
  if (strange)
    throw new AppError('parameter_wrong', '看板里有一块用到的报表不在这个视图里，可能已被删除，请移除这一块')
}
