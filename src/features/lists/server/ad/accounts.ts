// Ad accounts: their tokens are kept encrypted, shown masked, and told to nobody but their platform's gateway.
import type { GameScope } from '../../../../semantic/model/types.ts'
import type { Deps } from '../../../../server/deps.ts'
import { writeAudit } from '../../../../server/metadata/audit.ts'
import { addObject, changeObject } from '../../../../server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '../../../../server/objects/deleting.ts'
import { assertGames, gamesOf, gamesText, readGames, seenGames } from '../../../../server/objects/games.ts'
import { readHistory, userNames } from '../../../../server/objects/history.ts'
import { assertEditable, readObject } from '../../../../server/objects/reading.ts'
import { cleanLine, cleanName, cleanText } from '../../../../server/objects/texts.ts'
import type { Caller, Db } from '../../../../server/objects/types.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { AdAccount, AdAccountChange, AdAccountInfo, AdAccountList } from '../../contract.ts'
import { type Account, accounts } from '../kinds.ts'
import { askAccount } from './asking.ts'
import type { DemoGateway } from './demoGateway.ts'
import { gatewayOf, platformsOf } from './gateways.ts'
import { tokenColumns, unsealed } from './tokens.ts'

export async function listAccounts({ metadata, settings }: Deps, caller: Caller): Promise<AdAccountList> {
  const { db } = metadata
  const rows = await db
    .selectFrom('ad_account')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('platform')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const seen = rows.filter((row) => accounts.sees(caller, row))
  return {
    rows: await shownAccounts(db, caller, seen),
    games: await gamesOf(db, caller),
    platforms: platformsOf(settings),
  }
}

async function shownAccounts(db: Db, caller: Caller, rows: readonly Account[]): Promise<AdAccount[]> {
  const names = await userNames(
    db,
    rows.flatMap(({ owner_id, modified_by }) => [owner_id, modified_by]),
  )
  return rows.map((row) => {
    const games = seenGames(caller, readGames(row.games))
    return {
      id: row.id,
      owner: names.get(row.owner_id) ?? '',
      createdAt: row.created_at,
      modifiedAt: row.modified_at,
      modifiedBy: names.get(row.modified_by) ?? '',
      revision: row.revision,
      editable: accounts.refuses?.(caller, row) == null,
      platform: row.platform,
      accountId: row.account_id,
      name: row.name,
      games: games === 'all' ? '*' : [...games],
      keeper: row.keeper,
      note: row.note,
      token: row.token === '' ? '' : `••••${row.token_hint}`,
      info: row.info === null ? null : (JSON.parse(row.info) as AdAccountInfo),
      checkedAt: row.checked_at,
      checkProblem: row.check_problem,
    }
  })
}

async function cleanAccount({ settings }: Deps, db: Db, caller: Caller, change: AdAccountChange) {
  const games: GameScope = change.games === '*' ? 'all' : change.games
  await assertGames(db, caller, games)
  const platform = platformsOf(settings).find(({ key }) => key === change.platform)
  if (!platform) throw new AppError('parameter_wrong', '没有这个平台，请从列表中选择')
  return {
    platform: platform.key,
    account_id: cleanName(change.accountId, '账户编号'),
    name: cleanName(change.name),
    games: gamesText(games),
    keeper: cleanLine(change.keeper ?? '', '负责人', 100),
    note: cleanText(change.note ?? '', '备注', 2_000),
  }
}

/** Without id, or with -1, it adds one. */
export function saveAccount(deps: Deps, caller: Caller, change: AdAccountChange): Promise<AdAccount> {
  const { id = -1, revision, overwrite, token } = change
  return deps.metadata.transaction(async (db) => {
    const values = await cleanAccount(deps, db, caller, change)
    const shown = async (row: Account) => (await shownAccounts(db, caller, [row]))[0] as AdAccount
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

/** Asks the platform; what it says, or why it could not be asked, is kept with the account. The token stays. */
export async function checkAccount(
  deps: Deps,
  demo: DemoGateway,
  caller: Caller,
  id: number,
  signal: AbortSignal,
): Promise<AdAccount> {
  const { db } = deps.metadata
  const row = await readObject(db, accounts, caller, id)
  assertEditable(accounts, caller, row)
  await writeAudit(db, { userId: caller.id, action: 'adAccount.check', detail: { id } })
  try {
    const token = unsealed(deps.settings, row)
    const gateway = await gatewayOf(deps.settings, demo, row.platform)
    const account = { platform: row.platform, accountId: row.account_id, token }
    const info = await askAccount(gateway, account, signal)
    return await noteCheck(db, caller, row, { info: JSON.stringify(info), check_problem: null })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'gateway_failed') throw error
    const shown = await noteCheck(db, caller, row, { check_problem: error.message })
    throw new AppError('gateway_failed', error.message, shown)
  }
}

/** No change of the account, so no revision; what was asked with a token that is no more is not told of the new one. */
async function noteCheck(
  db: Db,
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
  return (await shownAccounts(db, caller, [present]))[0] as AdAccount
}

export const deleteAccount = ({ metadata }: Deps, caller: Caller, id: number): Promise<null> =>
  metadata.transaction(async (db) => {
    await deleteObjects(db, accounts, caller, [id])
    return null
  })

export const restoreAccounts = ({ metadata }: Deps, caller: Caller, ids: readonly number[]): Promise<null> =>
  metadata.transaction(async (db) => {
    await restoreObjects(db, accounts, caller, ids)
    return null
  })

export const accountHistory = ({ metadata: { db } }: Deps, caller: Caller, id: number) =>
  readHistory(db, accounts, caller, id)
