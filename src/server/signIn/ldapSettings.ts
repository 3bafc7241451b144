// `signIn.ldap` of settings.json: the company's directory, which checks passwords in place of ours.
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { checkGrants, grantsSchema } from './grants.ts'
import { checkSecretPlace, secretPlace } from './secrets.ts'

const text = Type.String({ minLength: 1, maxLength: 1_000 })
const attribute = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9;-]{0,99}$' })

export const ldapSchema = Type.Object(
  {
    /** Shown on the page for signing in, and with accounts. */
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    /** What is usual for filters and attributes. */
    kind: Type.Optional(Type.Enum(['activeDirectory', 'openldap'])),
    /** ldaps://host:port, or ldap://host:port, which then goes over to TLS by STARTTLS. */
    url: text,
    /** False: nothing is encrypted. For a directory on this machine alone. */
    startTls: Type.Optional(Type.Boolean()),
    /** File with the certificates of the authority that signed the directory's; else the system's are trusted. */
    caFile: Type.Optional(text),
    /** Who searches; without it nobody signs in for the search. */
    bindDn: Type.Optional(text),
    ...secretPlace,
    /** DN below which people are. */
    base: text,
    /** `{user}` is what was typed, made harmless. */
    filter: Type.Optional(text),
    id: Type.Optional(attribute),
    email: Type.Optional(attribute),
    name: Type.Optional(attribute),
    /** Attribute of a person with the DNs of their groups. */
    memberOf: Type.Optional(attribute),
    /** In place of `memberOf`: how a person's groups are found; `{dn}` and `{user}` are the person's. */
    groupFilter: Type.Optional(text),
    groupBase: Type.Optional(text),
    groups: grantsSchema,
    /** Longest wait for all of a sign-in. */
    seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    /** How often accounts are looked up between sign-ins. */
    checkMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_440 })),
  },
  closed,
)
type LdapFile = Static<typeof ldapSchema>

const usual = {
  openldap: {
    filter: '(&(objectClass=person)(|(uid={user})(mail={user})))',
    id: 'entryUUID',
    email: 'mail',
    name: 'cn',
    memberOf: 'memberOf',
  },
  activeDirectory: {
    filter:
      '(&(objectCategory=person)(objectClass=user)(|(sAMAccountName={user})(userPrincipalName={user})(mail={user})))',
    id: 'objectGUID',
    email: 'mail',
    name: 'displayName',
    memberOf: 'memberOf',
  },
} as const

const usualSeconds = 10
const usualMinutes = 15

export type LdapSettings = LdapFile &
  Required<Pick<LdapFile, 'title' | 'filter' | 'id' | 'email' | 'name' | 'memberOf' | 'groupBase'>> & {
    timeoutMs: number
    checkMinutes: number
    security: 'tls' | 'starttls' | 'none'
  }

/** Throws an Error that names what is wrong. */
export function readLdap(file: LdapFile): LdapSettings {
  const { url, startTls = true, seconds = usualSeconds, filter, groupFilter } = file
  const wrong = (problem: string) => new Error(`signIn.ldap ${problem}`)
  const address = URL.canParse(url) ? new URL(url) : null
  if (!address || !/^ldaps?:$/.test(address.protocol) || !isBare(address))
    throw wrong(`的 url 应为 ldaps://主机:端口 或 ldap://主机:端口，现为「${url}」`)
  const security = address.protocol === 'ldaps:' ? 'tls' : startTls ? 'starttls' : 'none'
  if (security === 'none' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(address.hostname))
    throw wrong('的 startTls 为 false 时密码不加密，只用于本机上的目录')
  if (file.bindDn !== undefined) checkSecretPlace('signIn.ldap 有 bindDn 时', file)
  if (filter?.includes('{user}') === false) throw wrong('的 filter 里应有 {user}')
  if (groupFilter !== undefined && !/\{(dn|user)\}/.test(groupFilter))
    throw wrong('的 groupFilter 里应有 {dn} 或 {user}')
  const unnamed = file.groups.find(({ group }) => !group.includes('='))
  if (unnamed)
    throw wrong(`的 groups：「${unnamed.group}」应为组的完整 DN，如 cn=data,ou=groups,dc=example,dc=com`)
  checkGrants('signIn.ldap', file.groups)
  return {
    title: '公司目录',
    ...usual[file.kind ?? 'openldap'],
    groupBase: file.base,
    ...file,
    checkMinutes: file.checkMinutes ?? usualMinutes,
    timeoutMs: seconds * 1_000,
    security,
  }
}

/** Only a host and a port: the password has its own place, and search settings theirs. */
const isBare = ({ username, password, pathname, search, hash, hostname }: URL): boolean =>
  hostname !== '' && `${username}${password}${search}${hash}` === '' && ['', '/'].includes(pathname)
