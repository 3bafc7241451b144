// What can be taken back on ClickHouse: replaced tables, which stay hidden for a while, and loads that were added.
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Caller } from '#server/objects/types.ts'
import type { Proposer } from '#server/warehouse/import/proposal.ts'
import { forgetting } from '#server/warehouse/import/publishing.ts'
import { mostFormers, type PublishedTable, untilOf } from '#server/warehouse/snapshot/manifest.ts'
import type { BusinessClock } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { createFormers, formersTable, loadColumn, named, text } from './columns.ts'
import type { ClickHouseWriter } from './writer.ts'

interface Noted {
  /** Of the hidden table, or what its rows say of the load. */
  id: string
  /** As it was. */
  table: PhysicalTable
  kept: unknown
  by: number | null
  /** Rows of it were replaced by day or key: of such versions the last is kept. */
  isStep?: boolean
}

/** Before anything changes: a replaced table is known by its id, a load by its rows, so what did not happen is not listed. */
export async function noteFormer(writer: ClickHouseWriter, noted: Noted): Promise<void> {
  const { id, table, kept, by, isStep = false } = noted
  const now = new Date()
  const uuid = isLoad(id) ? '' : await writer.idOf(table.name)
  const values = [
    text(id),
    text(uuid ?? ''),
    text(table.name),
    text(now.toISOString()),
    text(untilOf(now)),
    by === null ? 'NULL' : String(by),
    text(JSON.stringify(kept ?? null)),
    String(table.rowCount),
    String(table.columns.length),
    isStep ? '1' : '0',
  ]
  await writer.change(
    `INSERT INTO ${named(formersTable)} (id, uuid, of, replaced_at, until, by, kept, rows, columns, is_step) SELECT ${values.join(', ')}`,
  )
}

/** As many versions as are kept of a table; called when another one came into force. */
export async function dropOver(writer: ClickHouseWriter, table: string): Promise<void> {
  const own = (await listThere(writer)).filter((one) => one.table === table && !isLoad(one.id))
  const [, ...steps] = own.filter(({ isStep }) => isStep)
  for (const { id } of new Set([...steps, ...own.slice(mostFormers)])) await writer.drop(id)
}

const isLoad = (id: string): boolean => id.startsWith('[')

export interface ThereFormer {
  id: string
  table: string
  replacedAt: string
  until: string
  by: number | null
  kept: unknown
  rows: number
  columns: number
  bytes: number
  isStep: boolean
}

/** Newest first. */
export async function listThere(writer: ClickHouseWriter): Promise<ThereFormer[]> {
  await writer.change(createFormers)
  const tables = new Map(
    (
      await writer.rows<[string, string, string | null]>(
        `SELECT name, toString(uuid), toString(total_bytes) FROM system.tables WHERE database = currentDatabase()`,
      )
    ).map(([name, uuid, bytes]) => [name, { uuid, bytes: Number(bytes ?? 0) }]),
  )
  const rows = await writer.rows<
    [string, string, string, string, string, number | string | null, string, string, string, number]
  >(
    `SELECT id, uuid, of, replaced_at, until, by, kept, toString(rows), toString(columns), is_step FROM ${named(formersTable)}
     WHERE until > ${text(new Date().toISOString())} ORDER BY replaced_at DESC`,
  )
  const loads = new Map<string, Set<string>>()
  const hasLoad = async (table: string, id: string): Promise<boolean> => {
    if (!tables.has(table)) return false
    const known =
      loads.get(table) ??
      new Set(
        (await writer.rows<[string]>(`SELECT DISTINCT ${loadColumn} FROM ${named(table)}`)).map(
          ([told]) => told,
        ),
      )
    loads.set(table, known)
    return known.has(id)
  }
  const found: ThereFormer[] = []
  // A version that was taken forth again was noted each time.
  const told = new Set<string>()
  for (const [id, uuid, table, replacedAt, until, by, kept, count, columns, isStep] of rows) {
    const isThere = isLoad(id) ? await hasLoad(table, id) : tables.get(id)?.uuid === uuid
    if (!isThere || told.has(`${id} ${uuid}`)) continue
    told.add(`${id} ${uuid}`)
    found.push({
      id,
      table,
      replacedAt,
      until,
      by: by === null ? null : Number(by),
      kept: JSON.parse(kept),
      rows: Number(count),
      columns: Number(columns),
      bytes: isLoad(id) ? 0 : (tables.get(id)?.bytes ?? 0),
      isStep: isStep === 1,
    })
  }
  return found
}

interface BackOrder {
  table: string
  replacedAt?: string | undefined
  clock: BusinessClock
  metadata: Metadata
  proposer: Proposer
  by?: Caller
  writer: ClickHouseWriter
}

export async function takeBackThere(order: BackOrder): Promise<{ rows: number; keptOut: number }> {
  const { table: name, replacedAt, metadata, proposer, by, writer } = order
  await proposer.check(metadata)
  if (by && by.games !== 'all')
    throw new AppError('permission_missing', '数据仓库是 ClickHouse 时，只有可看全部游戏的人可以取回')
  const own = (await listThere(writer)).filter(({ table }) => table.toLowerCase() === name.toLowerCase())
  const former = replacedAt === undefined ? own[0] : own.find((one) => one.replacedAt === replacedAt)
  if (!former) throw new AppError('object_missing', `数据表「${name}」没有可以取回的上一版`)
  const present = (await writer.tables()).find((one) => one.name === former.table)
  const rows = isLoad(former.id) ? await countWithout(writer, former.table, former.id) : former.rows
  const table = { name: former.table, comment: '', rowCount: rows, columns: [], updatedAt: '' }
  const restated = present ? await noteBack(order, present, former) : null
  const told = {
    table,
    kept: former.kept,
    restated,
    replacedAt: former.replacedAt,
    ...(by && { owner: by.id }),
  }
  await proposer
    .takeBack(metadata, told, async (kept) => {
      if (isLoad(former.id)) return writer.remove(former.table, former.id)
      if (!present) return writer.name(former.id, former.table)
      await noteFormer(writer, { id: former.id, table: present, kept, by: by?.id ?? null })
      return writer.exchange(former.id, former.table)
    })
    .catch((error: unknown) => forgetting(order, restated, error))
  await writer.present()
  return { rows, keptOut: 0 }
}

async function noteBack(
  { metadata, proposer, clock, by, writer }: BackOrder,
  present: PublishedTable,
  { id, table, kept }: ThereFormer,
): Promise<number | null> {
  const [now] = ((await proposer.kept(metadata, table)) ?? []) as object[]
  const [then] = (kept ?? []) as object[]
  // Told by other columns, its days are not comparable.
  if (JSON.stringify(now) !== JSON.stringify(then)) return null
  const { columnsThere, contentThere, lastLoaded, noteThere } = await import('./restating.ts')
  const content = isLoad(id) ? contentThere.without(id) : contentThere.table(await writer.idOf(id))
  const noting = {
    metadata,
    proposer,
    clock,
    former: lastLoaded(present, await writer.loads(table)),
    next: isLoad(id) ? present : { columns: await columnsThere(writer, id) },
    told: { content, how: 'back', source: '', run: null, user: by?.id ?? null },
  } as const
  const ofLoad = `${loadColumn} = ${text(id)}`
  return noteThere(writer, noting, async (aside) =>
    isLoad(id)
      ? {
          before: table,
          after: await aside.without(table, ofLoad),
          touched: [await aside.holding(table, ofLoad)],
        }
      : { before: table, after: id },
  )
}

async function countWithout(writer: ClickHouseWriter, table: string, load: string): Promise<number> {
  const [[count] = ['0']] = await writer.rows<[string]>(
    `SELECT toString(count()) FROM ${named(table)} WHERE ${loadColumn} != ${text(load)}`,
  )
  return Number(count)
}
