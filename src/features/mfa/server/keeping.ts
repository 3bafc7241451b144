// Saves accounts: a seed is written only after its code proved it right, encrypted and bound to its row.
import type { Deps } from '#server/deps.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { readFields } from '#server/objects/fields.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import { cleanLine, cleanName } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { type SealedPlace, seal, sealedPlace, unseal } from '#server/sealed.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import { unopenedWords } from '#shared/unopened.ts'
import type { MfaAccount, MfaAccountChange, MfaAccountList } from '../contract.ts'
import { assertCode } from './codes.ts'
import { consoleOf } from './console.ts'
import { type MfaAccountStored, mfaAccounts } from './objectKind.ts'
import { type NamedSeed, readSeed, type Seed } from './seeds.ts'
import { seedSealing } from './tables.ts'

const placeOf = (settings: Pick<Settings, 'dataDir'>, id: number): SealedPlace =>
  sealedPlace(settings, 'mfa_account', seedSealing, id)

export const sealedSeed = (settings: Pick<Settings, 'dataDir'>, id: number, seed: string): string =>
  seal(seed, placeOf(settings, id))

/** Null when this installation can't decrypt the seed. */
export function seedOf(settings: Pick<Settings, 'dataDir'>, row: MfaAccountStored): Seed | null {
  const seed = unseal(row.seed, placeOf(settings, row.id))
  return seed === null ? null : { ...row, seed }
}

export async function listAccounts(
  { metadata: { db }, settings }: Deps,
  caller: Caller,
): Promise<MfaAccountList> {
  const { url, ...console } = consoleOf(settings)
  const rows = await shown(db, settings, caller, await readSeen(db, mfaAccounts, caller))
  return { rows, console: { ...console, host: url === null ? '' : url.host } }
}

async function shown(
  db: Db,
  settings: Pick<Settings, 'dataDir'>,
  caller: Caller,
  rows: readonly MfaAccountStored[],
): Promise<MfaAccount[]> {
  const told = await telling(db, mfaAccounts, caller, rows)
  return rows.map((row) => ({
    ...told(row),
    name: row.name,
    issuer: row.issuer,
    account: row.account,
    algorithm: row.algorithm,
    digits: row.digits,
    period: row.period,
    seedAt: row.seed_at,
    problem: seedOf(settings, row) ? '' : unopenedWords,
  }))
}

/** The columns that follow from a seed, without the seed itself, whose encryption needs the row's id. */
const columnsOf = ({ seed: _, ...rest }: NamedSeed) => ({ ...rest, seed_at: new Date().toISOString() })

async function cleanChange(change: MfaAccountChange, isNew: boolean) {
  const { seed: typed = '' } = change
  const isRead = isNew || typed !== ''
  let found: NamedSeed | null = null
  const own = await readFields({
    name: () => cleanName(change.name),
    issuer: () => cleanLine(change.issuer ?? '', '服务', 100),
    account: () => cleanLine(change.account ?? '', '账号', 100),
    seed: () => {
      if (isRead) found = readSeed(typed, change)
    },
    code: async () => {
      if (found) await assertCode(found, change.code ?? '', Date.now())
    },
  })
  const { name, issuer, account } = own
  const seed = found as NamedSeed | null
  return {
    // Typed values take precedence over those in the otpauth address.
    values: { name, issuer: issuer || (seed?.issuer ?? ''), account: account || (seed?.account ?? '') },
    seed,
  }
}

/** Without id, or with -1, it adds an account. A missing seed leaves the stored one unchanged. */
export async function saveAccount(deps: Deps, caller: Caller, change: MfaAccountChange): Promise<MfaAccount> {
  const { id = -1, revision, overwrite } = change
  const { values, seed } = await cleanChange(change, id <= 0)
  return deps.metadata.transaction(async (db) => {
    const tell = async (row: MfaAccountStored) =>
      (await shown(db, deps.settings, caller, [row]))[0] as MfaAccount
    if (id > 0) {
      const sealed = seed && { ...columnsOf(seed), seed: sealedSeed(deps.settings, id, seed.seed) }
      const next = { id, values: { ...sealed, ...values }, revision, overwrite }
      return tell(await changeObject(db, mfaAccounts, caller, next, tell))
    }
    if (!seed) throw new AppError('parameter_wrong', '请填写密钥')
    const row = { ...columnsOf(seed), ...values, seed: '' }
    const added = await addObject(db, mfaAccounts, caller, row, { name: values.name })
    const sealed = { seed: sealedSeed(deps.settings, added.id, seed.seed) }
    await db.updateTable('mfa_account').set(sealed).where('id', '=', added.id).execute()
    return tell({ ...added, ...sealed })
  })
}
