// Ad accounts: tokens are stored encrypted, shown masked, and sent only to their platform's gateway.

import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { readFields } from '#server/objects/fields.ts'
import { cleanGames, gamesOf, readGames, seenGames, sentGames } from '#server/objects/games.ts'
import { readObject } from '#server/objects/reading.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import { cleanLine, cleanName, cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { assertEditable } from '#server/objects/writing.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import type { AdAccount, AdAccountChange, AdAccountInfo, AdAccountList } from '#features/lists/contract.ts'
import { type Account, accounts } from '../objectKinds.ts'
import { askAccount } from './asking.ts'
import type { DemoGateway } from './demoGateway.ts'
import { gatewayOf, platformsOf } from './gateways.ts'
import { cleanToken, shownToken, tokenColumns, unsealed } from './tokens.ts'

export async function listAccounts({ metadata, settings }: Deps, caller: Caller): Promise<AdAccountList> {
  const { db } = metadata
  return {
    rows: await shownAccounts(db, settings, caller, await readSeen(db, accounts, caller)),
    games: await gamesOf(db, caller),
    platforms: platformsOf(settings),
  }
}

async function shownAccounts(
  db: Db,
  settings: Settings,
  caller: Caller,
  rows: readonly Account[],
): Promise<AdAccount[]> {
  const told = await telling(db, accounts, caller, rows)
  return rows.map((row) => {
    return {
      ...told(row),
      platform: row.platform,
      accountId: row.account_id,
      name: row.name,
      pinyin: pinyinOf(row.name),
      games: sentGames(seenGames(caller, readGames(row.games))),
      keeper: row.keeper,
      note: row.note,
      token: shownToken(settings, row),
      info: row.info === null ? null : (JSON.parse(row.info) as AdAccountInfo),
      checkedAt: row.checked_at,
      checkProblem: row.check_problem,
    }
  })
}

async function cleanAccount({ settings }: Deps, db: Db, caller: Caller, change: AdAccountChange) {
  const { accountId, ...own } = await readFields({
    name: () => cleanName(change.name),
    platform: () => knownPlatform(settings, change.platform),
    accountId: () => cleanName(change.accountId, '账户编号'),
    games: () => cleanGames(db, caller, change.games),
    token: () => (change.token === undefined ? undefined : cleanToken(change.token)),
    keeper: () => cleanLine(change.keeper ?? '', '负责人', 100),
    note: () => cleanText(change.note ?? '', '备注', 2_000),
  })
  return { ...own, account_id: accountId }
}

function knownPlatform(settings: Settings, key: string): string {
  if (platformsOf(settings).some((platform) => platform.key === key)) return key
  throw new AppError('parameter_wrong', '没有这个平台，请从列表中选择')
}

/** Without id, or with -1, it adds an account. */
export function saveAccount(deps: Deps, caller: Caller, change: AdAccountChange): Promise<AdAccount> {
  const { id = -1, revision, overwrite } = change
  return deps.metadata.transaction(async (db) => {
    const { token, ...values } = await cleanAccount(deps, db, caller, change)
    const shown = async (row: Account) =>
      (await shownAccounts(db, deps.settings, caller, [row]))[0] as AdAccount
    if (id > 0) {
      const sealed = token === undefined ? {} : tokenColumns(deps.settings, id, token)
      const next = { id, values: { ...values, ...sealed }, revision, overwrite }
      return shown(await changeObject(db, accounts, caller, next, shown))
    }
    const unchecked = { token: '', token_hint: '', info: null, checked_at: null, check_problem: null }
    const audited = { platform: values.platform, accountId: values.account_id }
    const added = await addObject(db, accounts, caller, { ...values, ...unchecked }, audited)
    if (token === undefined || token === '') return shown(added)
    const sealed = tokenColumns(deps.settings, added.id, token)
    await db.updateTable('ad_account').set(sealed).where('id', '=', added.id).execute()
    return shown({ ...added, ...sealed })
  })
}

/**
 * Asks the platform and stores the answer, or the reason of the failure, with the account. The token is
 * unchanged.
 */
export async function checkAccount(
  deps: Deps,
  demo: DemoGateway,
  caller: Caller,
  id: number,
  signal: AbortSignal,
): Promise<AdAccount> {
  const { db } = deps.metadata
  const row = await readObject(db, accounts, caller, id)
  await assertEditable(db, accounts, caller, row)
  await writeAudit(db, { userId: caller.id, action: 'adAccount.check', detail: { id } })
  try {
    const token = unsealed(deps.settings, row)
    const gateway = await gatewayOf(deps.settings, demo, row.platform)
    const account = { platform: row.platform, accountId: row.account_id, token }
    const info = await askAccount(gateway, account, signal)
    return await noteCheck(db, deps.settings, caller, row, {
      info: JSON.stringify(info),
      check_problem: null,
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'gateway_failed') throw error
    const shown = await noteCheck(db, deps.settings, caller, row, { check_problem: error.message })
    throw new AppError('gateway_failed', error.message, shown)
  }
}

/**
 * The account itself did not change, so its revision stays. If the token was replaced meanwhile, the result
 * is dropped.
 */
async function noteCheck(
  db: Db,
  settings: Settings,
  caller: Caller,
  row: Account,
  told: Partial<Pick<Account, 'info' | 'check_problem'>>,
): Promise<AdAccount> {
  const noted = { ...told, checked_at: new Date().toISOString() }
  await db
    .updateTable('ad_account')
    .set(noted)
    .where('id', '=', row.id)
    .where('token', '=', row.token)
    .execute()
  const present = await readObject(db, accounts, caller, row.id)
  return (await shownAccounts(db, settings, caller, [present]))[0] as AdAccount
}
