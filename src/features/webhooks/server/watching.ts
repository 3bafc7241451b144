// Finds tables whose rows changed since they were last told, whoever changed them: a source, an upload, a terminal, or
// another program on ClickHouse. The version that was told is noted with the deliveries, so a kill loses none.
import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import type { TableState } from '#server/warehouse/types.ts'
import type { WebhooksDeps } from './deps.ts'
import { eventsIn } from './objectKind.ts'
import { orderSending, tellWebhooks } from './telling.ts'

const mostLoadsTold = 100
/** Key of the row that says that a first look was taken, also where there was no table. */
const begun = ''

export async function watchOnce(deps: WebhooksDeps): Promise<void> {
  await sendForgotten(deps)
  if (!(await someoneListens(deps.metadata.db))) return
  const states = await deps.warehouse.states()
  const known = await readKnown(deps.metadata.db)
  // Before the first look all that is there is old news.
  if (!known.has(begun)) return noteAll(deps.metadata.db, states)
  for (const state of states) {
    const last = known.get(keyOf(state))
    if (last?.version !== state.version) await tellTable(deps, state, last)
  }
}

const keyOf = ({ name }: Pick<TableState, 'name'>): string => name.toLowerCase()

async function someoneListens(db: Db): Promise<boolean> {
  const rows = await db.selectFrom('webhook').select('events').where(living('webhook')).execute()
  return rows.some((row) => eventsIn(row).includes('table.published'))
}

interface Known {
  version: string
  updated_at: string
}

async function readKnown(db: Db): Promise<Map<string, Known>> {
  const rows = await db.selectFrom('webhook_table').selectAll().execute()
  return new Map(rows.map(({ table_key, ...row }) => [table_key, row]))
}

/** What the first listener need not be told: what is there by then. Null where others listen already. */
export async function presentStates({
  warehouse,
  metadata,
  log,
}: Deps): Promise<readonly TableState[] | null> {
  if (await someoneListens(metadata.db)) return null
  try {
    return await warehouse.states()
  } catch (error) {
    log.warn({ err: error }, 'the tables could not be read for the first webhook')
    return null
  }
}

export async function noteAll(db: Db, states: readonly TableState[]): Promise<void> {
  const now = new Date().toISOString()
  const rows = [
    { table_key: begun, version: '', updated_at: now },
    ...states.map((state) => ({
      table_key: keyOf(state),
      version: state.version,
      updated_at: state.updatedAt,
    })),
  ]
  for (const part of chunks(rows, 200))
    await db
      .insertInto('webhook_table')
      .values(part)
      .onConflict((conflict) =>
        conflict.column('table_key').doUpdateSet(({ ref }) => ({
          version: ref('excluded.version'),
          updated_at: ref('excluded.updated_at'),
        })),
      )
      .execute()
}

/** False where another look has told it meanwhile. */
async function noteTold(db: Db, state: TableState, last: Known | undefined): Promise<boolean> {
  const told = { version: state.version, updated_at: state.updatedAt }
  const done = last
    ? await db
        .updateTable('webhook_table')
        .set(told)
        .where('table_key', '=', keyOf(state))
        .where('version', '=', last.version)
        .returning('table_key')
        .execute()
    : await db
        .insertInto('webhook_table')
        .values({ table_key: keyOf(state), ...told })
        .onConflict((conflict) => conflict.column('table_key').doNothing())
        .returning('table_key')
        .execute()
  return done.length > 0
}

/** Several loads since the last look are one event that lists them. */
function tellTable(deps: WebhooksDeps, state: TableState, last: Known | undefined): Promise<void> {
  const { name, comment, rowCount, version, updatedAt, loads = [] } = state
  const fresh = loads.filter(({ at }) => last === undefined || at > last.updated_at)
  return deps.jobs.transaction(async (db, enqueue) => {
    if (!(await noteTold(db, state, last))) return
    await tellWebhooks(
      { db, enqueue },
      {
        event: 'table.published',
        // A version that is taken back comes again, as another event.
        key: `table ${keyOf(state)} ${version} ${randomBytes(8).toString('hex')}`,
        at: new Date(updatedAt),
        subject: name,
        // The number of rows is one of all games.
        within: '"*"',
        table: name,
        data: {
          table: name,
          title: comment,
          rows: rowCount,
          updatedAt,
          loads: fresh.slice(-mostLoadsTold).map(({ source, rows, at }) => ({ source, rows, at })),
        },
      },
    )
  })
}

/** Where a job was lost for good, what waits goes on with the next look. */
async function sendForgotten({ metadata, jobs }: WebhooksDeps): Promise<void> {
  const now = new Date().toISOString()
  const waiting = await metadata.db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .leftJoin('webhook_state', 'webhook_state.webhook_id', 'webhook.id')
    .select('webhook.id')
    .distinct()
    .where(living('webhook'))
    .where('webhook.paused', '=', 0)
    .where('webhook_delivery.status', '=', 'waiting')
    .where(({ or, eb }) =>
      or([eb('webhook_state.retry_at', 'is', null), eb('webhook_state.retry_at', '<=', now)]),
    )
    .execute()
  for (const { id } of waiting) await jobs.transaction((_, enqueue) => orderSending({ enqueue }, id))
}
