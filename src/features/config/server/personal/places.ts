// Where a player's id may stand in the warehouse, and who may ask by it.
import { createHmac } from 'node:crypto'
import { marksOf } from '#semantic/model/personal.ts'
import { isAllRows } from '#semantic/model/rowScope.ts'
import type { Model, PhysicalTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { personalKey } from '#server/personalKey.ts'
import { foldedId } from '#server/warehouse/identity.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { readModel } from '../model.ts'

/** Stands for a player's id in the audit and in records: equal ids have equal ones, on this installation alone. */
export const playerHash = ({ settings }: Pick<Deps, 'settings'>, id: string): string =>
  `#${createHmac('sha256', personalKey(settings.dataDir)).update(foldedId(id)).digest('hex').slice(0, 20)}`

/** The audit's row comes first: where it can't be written, nothing is done. */
export async function begin(deps: Deps, user: SessionUser, id: string, action: string) {
  if (!holdsPermission(user.authorityInfo, 'search_config') || !isAllRows(user))
    throw new AppError('parameter_wrong', '还需要「报表配置」权限，并且可看全部游戏、没有数据范围限制')
  if (foldedId(id) === '') throw new AppError('parameter_wrong', '请填写玩家编号')
  const model = await readModel(deps)
  const player = playerHash(deps, id)
  await writeAudit(deps.metadata.db, { userId: user.id, action, detail: { player } })
  return { model, player }
}

export interface Place {
  table: PhysicalTable
  columns: string[]
  /** Column of days; null without one. */
  day: string | null
}

const bareName = /^"?([\p{L}_][\p{L}\p{M}\p{N}_]*)"?$/u

type Named = Pick<PhysicalTable, 'name' | 'columns'>

/** Names of columns of players' ids, as the definitions know them, in lower case. */
export const playerNames = ({
  points,
  dimensions,
}: Pick<Model, 'points' | 'dimensions'>): ReadonlySet<string> =>
  new Set(
    [
      ...points.flatMap(({ types, name_sql }) =>
        types === 'distinct' ? (bareName.exec(name_sql.trim())?.[1] ?? []) : [],
      ),
      ...dimensions.flatMap(({ info }) => info.segment?.players ?? []),
    ].map((name) => name.toLowerCase()),
  )

/** Of any table: columns of players' ids, as the definitions know them, and all columns of personal data. */
export function playerColumns(model: Model): (table: Named) => string[] {
  const names = playerNames(model)
  return (table) => {
    const marks = marksOf(table.name, model.personal)
    return table.columns.flatMap(({ name }) => {
      const lower = name.toLowerCase()
      return names.has(lower) || marks.has(lower) ? [name] : []
    })
  }
}

export function placesIn(model: Model): Place[] {
  const columnsOf = playerColumns(model)
  return model.tables.flatMap((table): Place[] => {
    const columns = columnsOf(table)
    const facts = model.pointTables.find(
      ({ table_truename }) => table_truename.toLowerCase() === table.name.toLowerCase(),
    )
    return columns.length === 0 ? [] : [{ table, columns, day: facts?.date_column ?? null }]
  })
}

export const titleOf = ({ pointTables, dimensionTables }: Model, { name, comment }: PhysicalTable): string =>
  [...pointTables, ...dimensionTables].find(
    ({ table_truename }) => table_truename.toLowerCase() === name.toLowerCase(),
  )?.name ?? (comment === '' ? name : comment)
