// The first report of an imported table: its point table, dimensions and points, and a view with a few
// reports, saved in one transaction. It must be correct, not complete: people refine it.
import type { Kysely } from 'kysely'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Database } from '#server/metadata/schema.ts'
import { deletedAt, living } from '#server/scopes/life.ts'
import { freeName } from '#server/warehouse/import/columnNames.ts'
import {
  type ImportedTable,
  type ProfiledTable,
  type ProposedReport,
  type Proposer,
  rolesAlone,
  type ToldRole,
} from '#server/warehouse/import/proposal.ts'
import { AppError } from '#shared/errors.ts'
import { type AuthorityInfo, holdsPermission } from '#shared/permissions.ts'
import { confirmRestatement, forgetRestatement, noteRestatement } from '#features/restated/server/index.ts'
import { forgetModel } from './model.ts'
import { markedColumns, markLoaded } from './personal/marks.ts'
import { columnsOf } from './proposeColumns.ts'
import { saveDefinitions, timeColumnOf } from './proposeDefinitions.ts'
import { proposeReports } from './proposeReports.ts'
import { tellRoles } from './proposeRoles.ts'
import { type KeptColumns, keptColumns, takeBackColumns } from './proposing/takingBack.ts'
import { readDefinitions } from './repo.ts'
import { madeBy } from './saving/noting.ts'
import { dimensionsByColumn } from './sharedDimensions.ts'

export const reportProposer: Proposer = {
  roles: ({ db }, table) => rolesWithShared(db, table),
  breaks: async ({ db }, change, caller) =>
    (await import('./proposing/breaking.ts')).whatBreaks(db, change, caller),
  kept: async ({ db }, table) => keptColumns(db, table),
  gameColumnOf: (kept) => (kept as KeptColumns[] | null)?.[0]?.game_column ?? null,
  takeBack: async (metadata, taken, swap) => {
    await metadata.transaction((db) => takeBack(db, taken, swap))
    forgetModel(metadata)
  },
  check: async ({ db }) => {
    await findOwner(db)
  },
  known: async ({ db }, table) => {
    const known = await db
      .selectFrom('point_table')
      .select(['date_column', 'game_column'])
      .where('table_truename', '=', table)
      .where(living('point_table'))
      .orderBy('id')
      .executeTakeFirst()
    return known === undefined ? null : { dateColumn: known.date_column, gameColumn: known.game_column }
  },
  standing: async ({ db }, table) => {
    const { pointTables, points } = await readDefinitions(db)
    return pointTables
      .filter(({ table_truename, date_column }) => table_truename === table && date_column !== null)
      .map((own) => ({ table: own, points: points.filter(({ table_id }) => table_id === own.id) }))
  },
  restates: (metadata, restated) => metadata.transaction((db) => noteRestatement(db, restated)),
  forgetsRestated: ({ db }, id) => forgetRestatement(db, id),
  keepsOut: async ({ metadata, dataDir, table }) =>
    (await import('./personal/keptOut.ts')).keptOutOf(metadata, dataDir, table),
  personal: async ({ db }, table, columns) => {
    const { proposedByValues } = await import('./personal/proposing.ts')
    const marked = await markedColumns(db, table)
    return columns.flatMap(({ name, values }) => {
      const proposed = marked.has(name.toLowerCase()) ? null : proposedByValues(name, values)
      return proposed ? [{ name, ...proposed }] : []
    })
  },
  added: (metadata, { table, source, rows, replaced, games, owner, restated }) =>
    metadata.transaction(async (db) => {
      const userId = owner ?? (await findOwner(db))
      await writeAudit(db, {
        userId,
        action: 'table.append',
        detail: { table, source, rows, rows_replaced: replaced },
      })
      await addGames(db, games)
      await confirmRestatement(db, restated)
      return viewOf(db, table)
    }),
  save: async (metadata, imported) => {
    const proposed = await metadata.transaction((db) => save(db, imported))
    forgetModel(metadata)
    return proposed
  },
}

async function takeBack(
  db: Kysely<Database>,
  { table, kept, owner, restated, replacedAt }: Parameters<Proposer['takeBack']>[1],
  swap: (kept: unknown) => Promise<void>,
): Promise<void> {
  const now = await keptColumns(db, table.name)
  await takeBackColumns(db, kept)
  await writeAudit(db, {
    userId: owner ?? (await findOwner(db)),
    action: 'table.takeBack',
    detail: { table: table.name, rows: table.rowCount, version: replacedAt },
  })
  await confirmRestatement(db, restated)
  await swap(now)
}

async function save(db: Kysely<Database>, imported: ImportedTable): Promise<ProposedReport> {
  const owner = imported.owner ?? (await findOwner(db))
  await writeAudit(db, {
    userId: owner,
    action: 'table.import',
    detail: { table: imported.table.name, source: imported.source, rows: imported.table.rowCount },
  })
  await addGames(db, imported.games)
  await confirmRestatement(db, imported.restated)
  await markLoaded(db, owner, { table: imported.table.name, columns: [...(imported.personal ?? [])] })
  const kept = await findKept(db, imported)
  if (kept !== null) return { viewMetaId: kept, notes: ['此表已有指标和视图，原样保留'] }
  const roles = imported.roles ?? rolesAlone(tellRoles(imported))
  const definitions = await saveDefinitions(db, imported, columnsOf(imported, roles), owner)
  const now = new Date().toISOString()
  const made = madeBy(owner, now)
  const view = await saveView(db, imported.title, made)
  const reports = proposeReports(imported, definitions)
  for (const [position, { name, info }] of reports.entries()) {
    const row = {
      report_name: name,
      remark: '',
      position,
      ...deletedAt(null),
      ...made,
    }
    await db
      .insertInto('report')
      .values({ ...row, view_meta_id: view.id, info: JSON.stringify(info) })
      .execute()
  }
  const { made: fresh, joined, points } = definitions
  return {
    viewMetaId: view.id,
    notes: [
      ...(joined.length > 0
        ? [`维度${joined.map((name) => `「${name}」`).join('')}与其他表共用，可在一张报表里并排`]
        : []),
      `已建立指标表 1 个、维度 ${fresh} 个、指标 ${points.length} 个，` +
        `以及视图「${folderName} / ${view.name}」的 ${reports.length} 张报表`,
    ],
  }
}

/** A dimension that another table has, too, is proposed to be the same. */
async function rolesWithShared(
  db: Kysely<Database>,
  table: ProfiledTable,
): Promise<Record<string, ToldRole>> {
  const alikeOf = await dimensionsByColumn(db)
  const told = tellRoles(table)
  for (const column of table.profiles) {
    if (told[column.name]?.role !== 'dimension') continue
    const alike = alikeOf(column)
    if (alike)
      told[column.name] = { role: 'shared', why: `与已有的维度「${alike.name}」是同一个，可与其他表并排` }
  }
  return told
}

const folderName = '导入'

/** The first user who may manage the installation; else the first user. */
async function findOwner(db: Kysely<Database>): Promise<number> {
  const users = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(['user.id', 'role.authority_info'])
    .where('user.disabled', '=', 0)
    .orderBy('user.id')
    .execute()
  const manager = users.find(({ authority_info }) =>
    holdsPermission(JSON.parse(authority_info) as AuthorityInfo, 'manage_authority'),
  )
  const owner = manager ?? users[0]
  if (owner) return owner.id
  throw new AppError(
    'import_invalid',
    '还没有用户：请先以 npm start 启动一次，或用 npm run user -- add 邮箱 --role 角色 添加管理员',
  )
}

async function addGames(db: Kysely<Database>, codes: string[]): Promise<void> {
  const known = new Set((await db.selectFrom('game').select('cgi').execute()).map(({ cgi }) => cgi))
  const fresh = codes.filter((cgi) => !known.has(cgi))
  if (fresh.length > 0) {
    const rows = fresh.map((cgi) => ({ cgi, name: cgi }))
    await db.insertInto('game').values(rows).execute()
  }
}

/** A replaced table keeps its definitions, and the view with its points. */
async function findKept(db: Kysely<Database>, imported: ImportedTable): Promise<number | null> {
  const tables = await db
    .selectFrom('point_table')
    .select(['id', 'time_column'])
    .where('table_truename', '=', imported.table.name)
    .where(living('point_table'))
    .execute()
  for (const { id, time_column } of tables) {
    const type = imported.profiles.find(({ name }) => name === time_column)?.type
    // The new file may date its rows, or name their games, by another column.
    const columns = {
      date_column: imported.dateColumn,
      time_column: type?.startsWith('TIMESTAMP') ? time_column : timeColumnOf(imported),
      game_column: imported.gameColumn,
    }
    await db
      .updateTable('point_table')
      .set(({ eb }) => ({ ...columns, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
  return viewOf(db, imported.table.name)
}

/** The first view with a point of the table. */
export async function viewOf(db: Kysely<Database>, table: string): Promise<number | null> {
  const points = await db
    .selectFrom('point')
    .innerJoin('point_table', 'point_table.id', 'point.table_id')
    .select('point.id')
    .where('point_table.table_truename', '=', table)
    .where(living('point_table'))
    .where(living('point'))
    .execute()
  if (points.length === 0) return null
  const ids = new Set(points.map(({ id }) => id))
  const reports = await db
    .selectFrom('report')
    .innerJoin('view_meta', 'view_meta.id', 'report.view_meta_id')
    .select(['report.info', 'report.view_meta_id'])
    .where(living('report'))
    .where(living('view_meta'))
    .orderBy('report.id')
    .execute()
  const shown = reports.find(({ info }) => {
    const { points: used = [] } = JSON.parse(info) as { points?: number[] }
    return used.some((id) => ids.has(id))
  })
  return shown?.view_meta_id ?? null
}

async function saveView(
  db: Kysely<Database>,
  title: string,
  made: ReturnType<typeof madeBy>,
): Promise<{ id: number; name: string }> {
  const folder = await findOrMakeFolder(db, made)
  const siblings = await db
    .selectFrom('view_meta')
    .select(['name', 'position'])
    .where('type_id', '=', folder)
    .where(living('view_meta'))
    .execute()
  const short = [...title].slice(0, 90).join('')
  return await db
    .insertInto('view_meta')
    .values({
      name: freeName(short, new Set(siblings.map(({ name }) => name.toLowerCase()))),
      type_id: folder,
      position: Math.max(-1, ...siblings.map(({ position }) => position)) + 1,
      shared: 1,
      ...deletedAt(null),
      ...made,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

async function findOrMakeFolder(db: Kysely<Database>, by: ReturnType<typeof madeBy>): Promise<number> {
  const present = await db
    .selectFrom('view_type')
    .select('id')
    .where('name', '=', folderName)
    .where('parent_id', 'is', null)
    .where('shared', '=', 1)
    .where(living('view_type'))
    .orderBy('id')
    .executeTakeFirst()
  if (present) return present.id
  const { position } = await db
    .selectFrom('view_type')
    .select(({ fn }) => fn.countAll<number>().as('position'))
    .executeTakeFirstOrThrow()
  const made = await db
    .insertInto('view_type')
    .values({
      name: folderName,
      parent_id: null,
      position: Number(position),
      ...deletedAt(null),
      ...by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}
