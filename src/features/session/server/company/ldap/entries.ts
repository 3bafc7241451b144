// Finds people in the directory and reads what it tells of them.
import { type Client, type Entry, SizeLimitExceededError } from 'ldapts'
import { grantedTo } from '#server/signIn/grants.ts'
import type { LdapSettings } from '#server/signIn/ldapSettings.ts'
import { AppError } from '#shared/errors.ts'
import type { Proven } from '../proven.ts'
import { plainDn } from './names.ts'

export interface Person {
  dn: string
  proven: Proven
}

const mostGroups = 2_000
const unlimited = { paged: { pageSize: 500 }, sizeLimit: mostGroups } as const

/** RFC 4515: what was typed can't become a part of the filter. */
const escaped = (text: string): string =>
  text.replace(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

const filled = (filter: string, values: Readonly<Record<string, string>>): string =>
  filter.replace(/\{(user|dn)\}/g, (all, name: string) => values[name] ?? all)

/** The person whom the typed name means; null where there is none, or more than one. */
export const personNamed = (client: Client, directory: LdapSettings, typed: string) =>
  onePerson(client, directory, filled(directory.filter, { user: escaped(typed) }))

/** The person with this lasting id, if the filter for people lets it through still. */
export function personWithId(client: Client, directory: LdapSettings, subject: string) {
  const anybody = filled(directory.filter, { user: '*' })
  return onePerson(client, directory, `(&(${directory.id}=${idFilter(directory.id, subject)})${anybody})`)
}

async function onePerson(client: Client, directory: LdapSettings, filter: string): Promise<Person | null> {
  const { base, id, email, name, memberOf } = directory
  const attributes = [id, email, name, memberOf, 'uid', 'sAMAccountName', ...marks]
  const found = await client
    .search(base, { filter, scope: 'sub', sizeLimit: 2, attributes, explicitBufferAttributes: [id] })
    .catch((error: unknown) => {
      if (error instanceof SizeLimitExceededError) return null
      throw error
    })
  const [entry, second] = found?.searchEntries ?? []
  if (!entry || second) return null
  return { dn: entry.dn, proven: await provenIn(client, directory, entry) }
}

async function provenIn(client: Client, directory: LdapSettings, entry: Entry): Promise<Proven> {
  const subject = idText(directory.id, valuesOf(entry, directory.id)[0])
  if (subject === '')
    throw new AppError('sign_in_away', `${directory.title}没有给出 ${directory.id}，请联系管理员`)
  const [email = ''] = textsOf(entry, directory.email)
  const account = textsOf(entry, 'sAMAccountName')[0] ?? textsOf(entry, 'uid')[0] ?? email
  const groups = await groupsOf(client, directory, entry, account)
  return {
    method: 'ldap',
    title: directory.title,
    subject,
    account,
    email,
    name: textsOf(entry, directory.name)[0] ?? account,
    groups,
    granted: grantedTo(groups, directory.groups, plainDn),
    isDisabled: isDisabled(entry),
  }
}

async function groupsOf(
  client: Client,
  directory: LdapSettings,
  entry: Entry,
  user: string,
): Promise<string[]> {
  const { groupFilter, groupBase, memberOf } = directory
  if (groupFilter === undefined) return textsOf(entry, memberOf)
  const filter = filled(groupFilter, { dn: escaped(entry.dn), user: escaped(user) })
  const { searchEntries } = await client.search(groupBase, {
    filter,
    scope: 'sub',
    attributes: ['1.1'],
    ...unlimited,
  })
  return searchEntries.map(({ dn }) => dn)
}

/** How directories mark an account that may not be used, beside refusing its password. */
const marks = ['userAccountControl', 'nsAccountLock', 'pwdAccountLockedTime']
const adDisabled = 2
/** OpenLDAP's policy: locked until an administrator unlocks it. */
const lockedForGood = '000001010000Z'

const isDisabled = (entry: Entry): boolean =>
  (Number(textsOf(entry, 'userAccountControl')[0] ?? 0) & adDisabled) !== 0 ||
  textsOf(entry, 'nsAccountLock')[0]?.toLowerCase() === 'true' ||
  textsOf(entry, 'pwdAccountLockedTime')[0] === lockedForGood

/** Names of attributes come in the directory's own case. */
function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const found = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase())
  const value = found?.[1] ?? []
  return Array.isArray(value) ? value : [value]
}

const textsOf = (entry: Entry, attribute: string): string[] =>
  valuesOf(entry, attribute)
    .map(String)
    .filter((text) => text !== '')

/** 16 bytes without a form as text. */
const isBinary = (attribute: string): boolean => attribute.toLowerCase() === 'objectguid'

const idText = (attribute: string, value: string | Buffer | undefined): string => {
  if (value === undefined) return ''
  return isBinary(attribute) ? Buffer.from(value).toString('hex') : String(value)
}

const idFilter = (attribute: string, subject: string): string =>
  isBinary(attribute) ? subject.replace(/../g, (byte) => `\\${byte}`) : escaped(subject)
