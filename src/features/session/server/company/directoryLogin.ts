// The form for signing in, for accounts of the company's directory.
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { LdapSettings } from '#server/signIn/ldapSettings.ts'
import { AppError } from '#shared/errors.ts'
import { checkPassword } from '../password.ts'
import { type Account, accountById } from '../repo.ts'
import { type Throttle, takeBackTry } from '../throttle.ts'
import { followAccount } from './following.ts'
import type { Person } from './ldap/entries.ts'
import { provePerson } from './ldap/signIn.ts'

type Typed = { name: string; password: string }

/** The account whose password was typed, with the rights that the directory gives now. */
export async function loginByDirectory(
  deps: Deps,
  directory: LdapSettings,
  typed: Typed,
  throttle: Throttle,
  address: string,
): Promise<Account> {
  const { metadata, settings, log } = deps
  // As much work as for an account that is kept here: the time does not tell whose name it is.
  const work = checkPassword(typed.password, undefined, settings.passwordCost)
  try {
    const { proven } = await prove(deps, directory, typed, throttle, address)
    const userId = await followAccount(deps, proven)
    const account = await accountById(metadata.db, userId)
    if (!account) throw new AppError('login_failed')
    return account
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'sign_in_away') log.warn({ err: error }, 'the directory could not be asked')
    else if (error.code !== 'login_throttled') await noteRefusal(deps, typed, address)
    throw error
  } finally {
    await work.catch(() => undefined)
  }
}

/** An attempt that the directory did not decide on is none. */
async function prove(
  { metadata }: Deps,
  directory: LdapSettings,
  typed: Typed,
  throttle: Throttle,
  address: string,
): Promise<Person> {
  let tryId: number | null = null
  const takeBack = async () => {
    if (tryId !== null) await takeBackTry(metadata.db, tryId)
  }
  const person = await provePerson(directory, typed, async (account) => {
    tryId = await throttle(account, address)
  }).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'sign_in_away') await takeBack()
    throw error
  })
  await takeBack()
  return person
}

async function noteRefusal({ metadata }: Deps, { name }: Typed, address: string): Promise<void> {
  const detail = { account: name, address, method: 'ldap' }
  await writeAudit(metadata.db, { userId: null, action: 'session.refuse', detail })
}
