// Lists, saves and pauses webhooks, and makes their secrets.
import { addObject, changeObject } from '#server/objects/changing.ts'
import { restoreObjects } from '#server/objects/deleting.ts'
import { readFields } from '#server/objects/fields.ts'
import { cleanGames, gamesOf } from '#server/objects/games.ts'
import { readObject } from '#server/objects/reading.ts'
import { refuseRuled } from '#server/objects/ruled.ts'
import { readSeen } from '#server/objects/telling.ts'
import { cleanName, cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { addressing } from '#features/receivers/server/index.ts'
import type { MadeWebhook, Webhook, WebhookChange, WebhookEvent, WebhookList } from '../contract.ts'
import type { WebhooksDeps } from './deps.ts'
import { type StoredWebhook, webhooks } from './objectKind.ts'
import { isLost, newSecret, readSecrets, sealedColumns } from './secrets.ts'
import { shownWebhook, shownWebhooks } from './shown.ts'
import { orderSending } from './telling.ts'
import { noteAll, presentStates } from './watching.ts'

export async function listWebhooks(deps: WebhooksDeps, caller: Caller): Promise<WebhookList> {
  const { db } = deps.metadata
  return {
    rows: await shownWebhooks(db, deps.settings, caller, await readSeen(db, webhooks, caller)),
    games: await gamesOf(db, caller),
    tables: caller.games === 'all' ? deps.warehouse.tables().map(({ name }) => name) : [],
    hosts: deps.settings.installation.webhookHosts,
  }
}

/** Without id, or with -1, it makes a webhook and tells its secret, which nobody is told again. */
export async function saveWebhook(
  deps: WebhooksDeps,
  caller: Caller,
  change: WebhookChange,
): Promise<MadeWebhook> {
  const { metadata, settings, jobs } = deps
  await refuseRuled(metadata.db, caller, '事件回调')
  const { id = -1, revision, overwrite } = change
  const states = change.events.includes('table.published') ? await presentStates(deps) : null
  return jobs.transaction(async (db, enqueue) => {
    const shown = (row: StoredWebhook) => shownWebhook(db, settings, caller, row)
    const present = id > 0 ? await readObject(db, webhooks, caller, id) : null
    const { address, ...values } = await cleanWebhook(deps, db, caller, change, present)
    if (states) await noteAll(db, states)
    if (present) {
      const sealed = address === null ? null : resealed(deps, present, address)
      const next = { id, values: { ...values, ...sealed?.columns }, revision, overwrite }
      const row = await changeObject(db, webhooks, caller, next, shown)
      if (address !== null) await beginAnew(db, { enqueue }, row)
      return { row: await shown(row), secret: sealed?.secret ?? null }
    }
    const secret = newSecret()
    const unsealed = { ...values, secrets: '', hints: '{}', paused: 0 }
    const added = await addObject(db, webhooks, caller, unsealed, { name: values.name })
    const sealed = sealedColumns(settings, added.id, { address: address ?? '', secret })
    await db.updateTable('webhook').set(sealed).where('id', '=', added.id).execute()
    return { row: await shown({ ...added, ...sealed }), secret }
  })
}

/** With a new secret where the former one was encrypted by another installation. */
function resealed({ settings }: WebhooksDeps, present: StoredWebhook, address: string) {
  const secret = isLost(settings, present) ? newSecret() : null
  const kept = secret ?? readSecrets(settings, present).secret
  return { secret, columns: sealedColumns(settings, present.id, { address, secret: kept }) }
}

async function cleanWebhook(
  { settings, warehouse }: WebhooksDeps,
  db: Db,
  caller: Caller,
  { name, address, events, ofTables = [], games, note = '' }: WebhookChange,
  present: StoredWebhook | null,
) {
  const { readAddress } = await addressing()
  return readFields({
    name: () => cleanName(name, '名称', 100),
    address: () =>
      address === undefined && present ? null : readAddress('url', address ?? '', settings.installation).href,
    events: () => JSON.stringify(cleanEvents(events, games)),
    tables: () => JSON.stringify(cleanTables(ofTables, events, warehouse.tables(), present)),
    games: () => cleanGames(db, caller, games),
    note: () => cleanText(note, '备注', 2_000),
  })
}

function cleanEvents(events: readonly WebhookEvent[], games: WebhookChange['games']): WebhookEvent[] {
  if (events.length === 0) throw new AppError('parameter_wrong', '请至少选择一种事件')
  if (events.includes('table.published') && games !== '*')
    throw new AppError('parameter_wrong', '数据表的事件含所有游戏的行数，只能用于「全部游戏」的回调')
  return [...new Set(events)].sort()
}

function cleanTables(
  names: readonly string[],
  events: readonly WebhookEvent[],
  known: readonly { name: string }[],
  present: StoredWebhook | null,
): string[] {
  if (!events.includes('table.published')) return []
  const before = present ? (JSON.parse(present.tables) as string[]) : []
  const found = names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const same = (other: string) => other.toLowerCase() === name.toLowerCase()
      const own = known.find((table) => same(table.name))?.name ?? before.find(same)
      if (own === undefined) throw new AppError('parameter_wrong', `没有数据表「${name.slice(0, 60)}」`)
      return own
    })
  return [...new Set(found)].sort()
}

export function renewSecret(deps: WebhooksDeps, caller: Caller, id: number): Promise<MadeWebhook> {
  const { metadata, settings } = deps
  return metadata.transaction(async (db) => {
    const present = await readObject(db, webhooks, caller, id)
    const secret = newSecret()
    const values = sealedColumns(settings, id, { address: readSecrets(settings, present).address, secret })
    const shown = (row: StoredWebhook) => shownWebhook(db, settings, caller, row)
    const row = await changeObject(db, webhooks, caller, { id, values }, shown)
    return { row: await shown(row), secret }
  })
}

export function pauseWebhook(
  deps: WebhooksDeps,
  caller: Caller,
  id: number,
  paused: boolean,
): Promise<Webhook> {
  const { settings, jobs } = deps
  return jobs.transaction(async (db, enqueue) => {
    const shown = (row: StoredWebhook) => shownWebhook(db, settings, caller, row)
    const row = await changeObject(db, webhooks, caller, { id, values: { paused: paused ? 1 : 0 } }, shown)
    if (!paused) await beginAnew(db, { enqueue }, row)
    return shown(row)
  })
}

/** What waits is tried at once; how long it has failed still counts. */
export async function goOn(
  db: Db,
  store: Parameters<typeof orderSending>[0],
  { id, paused }: Pick<StoredWebhook, 'id' | 'paused'>,
): Promise<void> {
  await db.updateTable('webhook_state').set({ retry_at: null }).where('webhook_id', '=', id).execute()
  if (paused === 0) await orderSending(store, id)
}

/** After a change or a pause, what failed before says nothing of what comes. */
async function beginAnew(
  db: Db,
  store: Parameters<typeof orderSending>[0],
  row: Pick<StoredWebhook, 'id' | 'paused'>,
): Promise<void> {
  await db.deleteFrom('webhook_state').where('webhook_id', '=', row.id).execute()
  await goOn(db, store, row)
}

export function restoreWebhooks(deps: WebhooksDeps, caller: Caller, ids: readonly number[]): Promise<null> {
  return deps.jobs.transaction(async (db, enqueue) => {
    for (const row of await restoreObjects(db, webhooks, caller, ids)) await beginAnew(db, { enqueue }, row)
    return null
  })
}
