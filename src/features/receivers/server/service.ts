// Reads and changes receivers for users who edit alarms.
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects } from '#server/objects/deleting.ts'
import { readFields } from '#server/objects/fields.ts'
import { cleanGames, gamesOf, meetsGames, readGames, seenGames, sentGames } from '#server/objects/games.ts'
import { holdObject, readObject, readObjects } from '#server/objects/reading.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import { cleanName, cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import { unopenedWords } from '#shared/unopened.ts'
import {
  messageSourceTitles,
  type Receiver,
  type ReceiverChange,
  type ReceiverChoice,
  type ReceiverKind,
  type ReceiverList,
  receiverKindTitles,
} from '../contract.ts'
import { readAddress, readAddresses, readSecret } from './addresses.ts'
import { lastDeliveries } from './deliveries.ts'
import type { ReceiversDeps } from './delivering.ts'
import { formats } from './formats/index.ts'
import { tail } from './formats/masking.ts'
import { mailProblem } from './mail/smtp.ts'
import { type ReceiverSecrets, readConfig, receivers, type StoredReceiver } from './objectKinds.ts'
import { isLost, readSecrets, sealSecrets } from './secrets.ts'
import { countUses, usesOf } from './uses.ts'

export async function listReceivers(
  { metadata, settings }: ReceiversDeps,
  caller: Caller,
): Promise<ReceiverList> {
  const { db } = metadata
  const { publicUrl, webhookHosts } = settings.installation
  return {
    rows: await shownReceivers(db, settings, caller, await readSeen(db, receivers, caller)),
    games: await gamesOf(db, caller),
    settings: {
      mailProblem: mailProblem(settings),
      linkProblem:
        publicUrl === null
          ? '还没有设置本系统的地址，消息里没有链接；请管理员在 settings.json 中填写 publicUrl 后重启'
          : null,
      hosts: webhookHosts,
    },
  }
}

interface Hints {
  address?: string
  secret?: string
}

async function shownReceivers(
  db: Db,
  settings: Settings,
  caller: Caller,
  rows: readonly StoredReceiver[],
): Promise<Receiver[]> {
  const told = await telling(db, receivers, caller, rows)
  const last = await lastDeliveries(
    db,
    rows.map(({ id }) => id),
  )
  const uses = await countUses(db)
  return rows.map((row) => {
    const hints = JSON.parse(row.hints) as Hints
    return {
      ...told(row),
      name: row.name,
      pinyin: pinyinOf(row.name),
      kind: row.kind,
      games: sentGames(seenGames(caller, readGames(row.games))),
      addresses: readConfig(row).addresses ?? [],
      address: isLost(settings, row) ? unopenedWords : (hints.address ?? ''),
      secret: hints.secret ?? '',
      note: row.note,
      uses: uses.get(row.id) ?? 0,
      last: last.get(row.id) ?? null,
    }
  })
}

const shownReceiver = async (
  db: Db,
  settings: Settings,
  caller: Caller,
  row: StoredReceiver,
): Promise<Receiver> => (await shownReceivers(db, settings, caller, [row]))[0] as Receiver

export async function readReceiver(
  { metadata: { db }, settings }: ReceiversDeps,
  caller: Caller,
  id: number,
): Promise<Receiver> {
  return shownReceiver(db, settings, caller, await readObject(db, receivers, caller, id))
}

export async function chooseReceivers(
  { metadata: { db } }: ReceiversDeps,
  caller: Caller,
): Promise<ReceiverChoice[]> {
  const rows = await readSeen(db, receivers, caller)
  return rows.map(({ id, name, kind, games }) => ({
    id,
    name,
    pinyin: pinyinOf(name),
    kind,
    games: sentGames(seenGames(caller, readGames(games))),
  }))
}

/**
 * Call this when saving something that uses receivers: throws unless the caller may use all of them, and
 * keeps them from being deleted until the transaction ends.
 */
export async function holdReceivers(
  db: Db,
  dialect: 'sqlite' | 'postgres',
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  for (const id of new Set(ids)) await holdObject(db, dialect, receivers, caller, id)
}

/** Without id, or with -1, it adds a receiver. */
export function saveReceiver(deps: ReceiversDeps, caller: Caller, change: ReceiverChange): Promise<Receiver> {
  const { id = -1, revision, overwrite } = change
  return deps.metadata.transaction(async (db) => {
    const shown = (row: StoredReceiver) => shownReceiver(db, deps.settings, caller, row)
    const present = id > 0 ? await readObject(db, receivers, caller, id) : null
    const { address, secret, ...values } = await cleanReceiver(deps, db, caller, change, present)
    const secretsOf = (of: number) => secretColumns(deps, of, change.kind, present, { address, secret })
    if (present) {
      const next = { id, values: { ...values, ...secretsOf(id) }, revision, overwrite }
      return shown(await changeObject(db, receivers, caller, next, shown))
    }
    const unsealed = { ...values, secrets: '', hints: '{}' }
    const added = await addObject(db, receivers, caller, unsealed, { kind: change.kind })
    const sealed = secretsOf(added.id)
    if (sealed.secrets === undefined) return shown(added)
    await db.updateTable('receiver').set(sealed).where('id', '=', added.id).execute()
    return shown({ ...added, ...sealed })
  })
}

async function cleanReceiver(
  { settings }: ReceiversDeps,
  db: Db,
  caller: Caller,
  change: ReceiverChange,
  present: StoredReceiver | null,
) {
  const { kind } = change
  const keepsAddress = present?.kind === kind && present.secrets !== ''
  const { addresses, ...own } = await readFields({
    name: () => cleanName(change.name),
    games: () => cleanGames(db, caller, change.games),
    addresses: () => (kind === 'mail' ? readAddresses(change.addresses ?? '') : undefined),
    address: () =>
      kind === 'mail' || (change.address === undefined && keepsAddress)
        ? undefined
        : readAddress(kind, change.address ?? '', settings.installation).href,
    secret: () => (change.secret === undefined ? undefined : secretFor(kind, readSecret(change.secret))),
    note: () => cleanText(change.note ?? '', '备注', 2_000),
  })
  return { ...own, kind, config: JSON.stringify(addresses ? { addresses } : {}) }
}

function secretFor(kind: ReceiverKind, secret: string): string {
  if (secret === '' || (kind !== 'mail' && kind !== 'wecom')) return secret
  throw new AppError('parameter_wrong', `${receiverKindTitles[kind]}没有签名密钥，请留空`)
}

/** The changed columns of the secrets; empty when they stay unchanged. */
function secretColumns(
  { settings }: ReceiversDeps,
  id: number,
  kind: ReceiverKind,
  present: StoredReceiver | null,
  typed: { address: string | undefined; secret: string | undefined },
): Partial<Pick<StoredReceiver, 'secrets' | 'hints'>> {
  if (kind === 'mail') return present && present.secrets !== '' ? { secrets: '', hints: '{}' } : {}
  if (typed.address === undefined && typed.secret === undefined) return {}
  // Secrets of another kind are useless for this one. If both values are typed, the stored ones need no
  // decrypting, which fails when another installation encrypted them.
  const isKept = present?.kind === kind && (typed.address === undefined || typed.secret === undefined)
  const kept: ReceiverSecrets = isKept ? readSecrets(settings, present) : {}
  const address = typed.address ?? kept.address ?? ''
  const secret = typed.secret ?? kept.secret ?? ''
  const hints: Hints = {
    address: formats[kind].masked(new URL(address)),
    ...(secret !== '' && { secret: tail(secret) }),
  }
  return { secrets: sealSecrets(settings, id, { address, secret }), hints: JSON.stringify(hints) }
}

/** A receiver in use is not deleted; the error says what uses it. */
export function deleteReceivers(
  { metadata }: ReceiversDeps,
  caller: Caller,
  ids: readonly number[],
): Promise<null> {
  return metadata.transaction(async (db) => {
    for (const id of new Set(ids)) await holdObject(db, metadata.dialect, receivers, caller, id)
    for (const row of await readObjects(db, receivers, caller, ids)) await assertUnused(db, caller, row)
    await deleteObjects(db, receivers, caller, ids)
    return null
  })
}

async function assertUnused(db: Db, caller: Caller, { id, name }: StoredReceiver): Promise<void> {
  const uses = await usesOf(db, id)
  if (uses.length === 0) return
  const seen = uses.filter(({ games }) => meetsGames(caller, readGames(games)))
  const named = seen.slice(0, 3).map((use) => `${messageSourceTitles[use.kind]}「${use.name}」`)
  const rest = uses.length - named.length
  const who = [...named, ...(rest > 0 ? [named.length > 0 ? `另外 ${rest} 处` : `${rest} 处`] : [])].join(
    '、',
  )
  throw new AppError('object_in_use', `「${name}」正被${who}使用；请先在那里换掉它`)
}
