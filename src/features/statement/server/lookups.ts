// Finds reports by what they use, and point tables by name.

import type { PointTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { Report } from '../contract.ts'
import { reportById, reportsOfView, reportsUsing } from './reports.ts'
import { dependentsOf, usesDimension, usesPoint } from './uses.ts'

type By = 'ViewMetaId' | 'ReportId' | 'PointId' | 'DimId'

export async function findReportsBy(deps: Deps, caller: Caller, by: By, id: number): Promise<Report[]> {
  const { metadata } = deps
  switch (by) {
    case 'ViewMetaId':
      return reportsOfView(metadata, caller, id)
    case 'ReportId':
      return [await reportById(metadata, caller, id)]
    case 'PointId': {
      const ids = dependentsOf(await readModel(deps), id)
      return reportsUsing(metadata, caller, (info) => usesPoint(info, ids))
    }
    case 'DimId':
      return reportsUsing(metadata, caller, (info) => usesDimension(info, id))
  }
}

/** By physical table name, else by the definition's name. */
export async function pointTableByName(deps: Deps, name: string): Promise<PointTable> {
  const { pointTables } = await readModel(deps)
  const found =
    pointTables.find((table) => table.table_truename === name) ??
    pointTables.find((table) => table.name === name)
  if (!found) throw new AppError('object_missing', `没有名为「${name}」的指标表`)
  return found
}
