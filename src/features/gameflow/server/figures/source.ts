// The configured source of the facts (tables and columns of the warehouse), and whether it exists.

import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { conflictOf } from '#server/objects/changing.ts'
import { isConfigurer } from '#server/objects/configuring.ts'
import { userNames } from '#server/objects/history.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { FlowDefinition, FlowPlace, FlowSourceInfo } from '#features/gameflow/contract.ts'
import { cleanCurrency } from './currencies.ts'
import { shortText, typedDecimal } from './exact.ts'

type Stores = Pick<Deps, 'metadata' | 'warehouse'>

export interface Tolerance {
  amount: string
  percent: string
}
const usualTolerance: Tolerance = { amount: '1', percent: '0.1' }
const onlyRow = 1

const settingOf = (db: Db) =>
  db.selectFrom('flow_setting').selectAll().where('id', '=', onlyRow).executeTakeFirst()

export async function readTolerance(db: Db): Promise<Tolerance> {
  const row = await settingOf(db)
  return row ? { amount: row.tolerance_amount, percent: row.tolerance_percent } : usualTolerance
}

/** With instructions when the source can't be used: not configured, or a table or column is missing. */
export async function readSource({
  metadata,
  warehouse,
}: Stores): Promise<{ definition: FlowDefinition | null; problem: string }> {
  const row = await settingOf(metadata.db)
  if (!row)
    return {
      definition: null,
      problem:
        '还没有设置流水的数据来源；请可看全部游戏、有「报表配置」权限的人在「游戏流水」页的「数据来源」里选择数据表',
    }
  const definition = JSON.parse(row.definition) as FlowDefinition
  return { definition, problem: problemOf(definition, warehouse.tables()) }
}

function problemOf({ orders, refunds }: FlowDefinition, tables: readonly PhysicalTable[]): string {
  for (const [what, place] of [
    ['订单', orders],
    ['退款', refunds],
  ] as const) {
    if (!place) continue
    const table = tables.find(({ name }) => name === place.table)
    if (!table) return `数据仓库里没有${what}的数据表「${place.table}」；请先导入，或在「数据来源」里另选`
    const columns = new Set(table.columns.map(({ name }) => name))
    const gone = columnsOf(place).find((column) => !columns.has(column))
    if (gone !== undefined) return `数据表「${place.table}」没有列「${gone}」；请在「数据来源」里另选`
  }
  return ''
}

const columnsOf = ({ day, game, channel, server, currency, amount, where }: FlowPlace): string[] =>
  [day, game, channel, server, currency, amount, where?.column ?? ''].filter((column) => column !== '')

/** Throws parameter_wrong when the source can't be used. */
export async function usableSource(stores: Stores): Promise<FlowDefinition> {
  const { definition, problem } = await readSource(stores)
  if (!definition || problem !== '') throw new AppError('parameter_wrong', problem)
  return definition
}

const mayChange = (caller: Caller): boolean => caller.games === 'all' && isConfigurer(caller)

export async function sourceInfo(stores: Stores, caller: Caller): Promise<FlowSourceInfo> {
  const { db } = stores.metadata
  const [row, { definition, problem }] = await Promise.all([settingOf(db), readSource(stores)])
  const names = row ? await userNames(db, [row.modified_by]) : new Map<number, string>()
  const editable = mayChange(caller)
  return {
    definition,
    problem,
    revision: row?.revision ?? 0,
    modifiedBy: row ? (names.get(row.modified_by) ?? '') : '',
    modifiedAt: row?.modified_at ?? null,
    editable,
    tolerance: await readTolerance(db),
    tables: editable
      ? stores.warehouse.tables().map(({ name, comment, columns }) => ({
          name,
          comment,
          columns: columns.map((column) => column.name),
        }))
      : [],
  }
}

interface SourceChange {
  definition: FlowDefinition
  tolerance: Tolerance
  revision: number
}

export async function saveSource(
  stores: Stores,
  caller: Caller,
  change: SourceChange,
): Promise<FlowSourceInfo> {
  if (!mayChange(caller))
    throw new AppError(
      'parameter_wrong',
      '数据来源对所有游戏有效，只能由可看全部游戏、有「报表配置」权限的人修改',
    )
  const definition = cleanDefinition(change.definition)
  const problem = problemOf(definition, stores.warehouse.tables())
  if (problem !== '') throw new AppError('parameter_wrong', problem)
  const tolerance = cleanTolerance(change.tolerance)
  await stores.metadata.transaction(async (db) => {
    const present = await settingOf(db)
    if ((present?.revision ?? 0) !== change.revision) {
      const row = { ...present, revision: present?.revision ?? 0, modified_by: present?.modified_by ?? 0 }
      throw await conflictOf(db, { ...row, modified_at: present?.modified_at ?? '' } as never, null)
    }
    const values = {
      definition: JSON.stringify(definition),
      tolerance_amount: tolerance.amount,
      tolerance_percent: tolerance.percent,
      revision: change.revision + 1,
      modified_by: caller.id,
      modified_at: new Date().toISOString(),
    }
    if (present) await db.updateTable('flow_setting').set(values).where('id', '=', onlyRow).execute()
    else
      await db
        .insertInto('flow_setting')
        .values({ id: onlyRow, ...values })
        .execute()
    await writeAudit(db, { userId: caller.id, action: 'gameFlow.source', detail: { definition, tolerance } })
  })
  return sourceInfo(stores, caller)
}

function cleanTolerance({ amount, percent }: Tolerance): Tolerance {
  const [value, share] = [typedDecimal(amount, '容差金额', 6), typedDecimal(percent, '容差百分比', 6)]
  if (value < 0n || share < 0n || share > 100n * 10n ** 6n)
    throw new AppError('parameter_wrong', '容差不能小于 0，百分比不能大于 100')
  return { amount: shortText(value, 6), percent: shortText(share, 6) }
}

function cleanDefinition({ orders, refunds, unit }: FlowDefinition): FlowDefinition {
  return { orders: cleanPlace(orders, '订单'), refunds: refunds && cleanPlace(refunds, '退款'), unit }
}

function cleanPlace(place: FlowPlace, what: string): FlowPlace {
  const empty = (['table', 'day', 'game', 'channel', 'amount'] as const).find((name) => place[name] === '')
  if (empty) throw new AppError('parameter_wrong', `请为${what}选择数据表与日期、游戏、渠道、金额的列`)
  return { ...place, fixedCurrency: cleanCurrency(place.fixedCurrency) }
}
