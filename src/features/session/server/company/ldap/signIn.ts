// Signs a person in by the directory: found by the search account, proven by their own password.
import { type Client, InvalidCredentialsError, ResultCodeError } from 'ldapts'
import type { LdapSettings } from '#server/signIn/ldapSettings.ts'
import { readSecretAt } from '#server/signIn/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { withDirectory } from './connection.ts'
import { type Person, personNamed } from './entries.ts'
import { awayBy, refusedBy } from './failures.ts'

/** Connects as the account that searches. Throws sign_in_away where it can't. */
export function asReader<Result>(
  directory: LdapSettings,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { bindDn } = directory
  const password = bindDn === undefined ? '' : readerSecret(directory)
  return withDirectory(directory, async (client) => {
    if (bindDn !== undefined) await client.bind(bindDn, password)
    return work(client)
  })
}

function readerSecret(directory: LdapSettings): string {
  try {
    return readSecretAt(directory)
  } catch (error) {
    const away = new AppError('sign_in_away', `${directory.title}的查询账号没有密码，请联系管理员`)
    away.cause = error
    throw away
  }
}

/**
 * The person whose password was typed. `counted` counts the attempt under the person's own name, before the password
 * goes out. Throws login_failed, sign_in_refused or sign_in_away.
 */
export async function provePerson(
  directory: LdapSettings,
  { name, password }: { name: string; password: string },
  counted: (account: string) => Promise<void>,
): Promise<Person> {
  // A name with an empty password is taken by directories as nobody's sign-in (RFC 4513, 5.1.2), and succeeds.
  if (password === '') throw new AppError('login_failed')
  return asReader(directory, async (client) => {
    const person = await personNamed(client, directory, name)
    await counted(person?.proven.email.toLowerCase() || name)
    if (!person) throw new AppError('login_failed')
    await client.bind(person.dn, password).catch((error: unknown) => {
      throw error instanceof InvalidCredentialsError ? refusedBy(error) : boundBadly(directory, error)
    })
    return person
  })
}

/** Directories refuse an account by other codes, too (53: unwilling to perform), which is not their own failure. */
function boundBadly(directory: LdapSettings, error: unknown): AppError {
  const isRefusal = error instanceof ResultCodeError && [19, 50, 53].includes(error.code)
  return isRefusal
    ? new AppError('sign_in_refused', `${directory.title}不让你的账号登录，请联系公司的管理员`)
    : awayBy(directory, error)
}
