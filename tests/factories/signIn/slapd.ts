// A directory on loopback as companies have it: people, groups, TLS, a policy for passwords. For one test file.
import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Attribute, Change, Client } from 'ldapts'
import { freePort } from '#e2e/product.ts'
import { findSlapd } from '#setup/ldap/slapd.mjs'
import { makeCertificate } from '../databases/certificate.ts'

export const hasSlapd = findSlapd() !== undefined

export const suffix = 'dc=example,dc=com'
export const admin = { dn: `cn=admin,${suffix}`, password: 'admin: \'"&' }
export const reader = { dn: `cn=reader,${suffix}`, password: 'reader (*)' }

export interface Directory {
  port: number
  tlsPort: number
  /** File of the certificate, as its own authority; for `localhost`. */
  caFile: string
  /** Does not answer until `go`. */
  pause(): void
  go(): void
  stop(): Promise<void>
  admin<Result>(work: (client: Client) => Promise<Result>): Promise<Result>
  addPerson(uid: string, values?: Record<string, string>): Promise<void>
  addGroup(cn: string, members: readonly string[]): Promise<void>
  setMembers(cn: string, members: readonly string[]): Promise<void>
  change(uid: string, values: Record<string, string>): Promise<void>
  remove(dn: string): Promise<void>
}

export const personDn = (uid: string): string => `uid=${uid},ou=people,${suffix}`
export const groupDn = (cn: string): string => `cn=${cn},ou=groups,${suffix}`
export const passwordOf = (uid: string): string => `password of ${uid}`

export async function startDirectory(): Promise<Directory> {
  const { server: program = '', schema = '' } = findSlapd() ?? {}
  const folder = mkdtempSync(join(tmpdir(), 'slapd-'))
  const { key, certificate } = makeCertificate(folder)
  const caFile = join(folder, 'ca.pem')
  copyFileSync(certificate, caFile)
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'slapd.conf'), configOf({ folder, schema, key, certificate }))
  const [port, tlsPort] = [await freePort(), await freePort()]
  const server = spawn(
    program,
    [
      '-f',
      join(folder, 'slapd.conf'),
      '-h',
      `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`,
      '-d',
      '0',
    ],
    { stdio: 'ignore', cwd: folder },
  )
  const killed = () => server.kill('SIGKILL')
  process.once('exit', killed)
  const asAdmin: Directory['admin'] = async (work) => {
    const client = new Client({ url: `ldap://127.0.0.1:${port}` })
    try {
      await client.bind(admin.dn, admin.password)
      return await work(client)
    } finally {
      await client.unbind()
    }
  }
  const directory: Directory = {
    port,
    tlsPort,
    caFile,
    pause: () => void server.kill('SIGSTOP'),
    go: () => void server.kill('SIGCONT'),
    stop: async () => {
      const ended = server.exitCode !== null || new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
      process.off('exit', killed)
      rmSync(folder, { recursive: true, force: true })
    },
    admin: asAdmin,
    addPerson: (uid, values = {}) =>
      asAdmin((client) =>
        client.add(personDn(uid), {
          objectClass: ['inetOrgPerson'],
          cn: `人 ${uid}`,
          sn: uid,
          mail: `${uid}@corp.example.com`,
          userPassword: passwordOf(uid),
          ...values,
        }),
      ),
    addGroup: (cn, members) =>
      asAdmin((client) =>
        client.add(groupDn(cn), { objectClass: ['groupOfNames'], member: membersOf(members) }),
      ),
    setMembers: (cn, members) =>
      asAdmin((client) => client.modify(groupDn(cn), replacing('member', membersOf(members)))),
    change: (uid, values) =>
      asAdmin((client) =>
        client.modify(
          personDn(uid),
          Object.entries(values).map(([name, value]) => replacing(name, value === '' ? [] : [value])),
        ),
      ),
    remove: (dn) => asAdmin((client) => client.del(dn)),
  }
  await fill(directory, () => server.exitCode !== null)
  return directory
}

/** A group may not be empty. */
const membersOf = (uids: readonly string[]): string[] => [reader.dn, ...uids.map(personDn)]

const replacing = (type: string, values: string[]) =>
  new Change({ operation: 'replace', modification: new Attribute({ type, values }) })

async function fill(directory: Directory, hasEnded: () => boolean): Promise<void> {
  const begin = () =>
    directory.admin(async (client) => {
      await client.add(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'example' })
      for (const ou of ['people', 'groups'])
        await client.add(`ou=${ou},${suffix}`, { objectClass: ['organizationalUnit'], ou })
      await client.add(reader.dn, {
        objectClass: ['organizationalRole', 'simpleSecurityObject'],
        cn: 'reader',
        userPassword: reader.password,
      })
    })
  for (let tries = 0; ; tries += 1) {
    try {
      return await begin()
    } catch (error) {
      if (hasEnded() || tries > 1_000) throw error
      await sleep(30)
    }
  }
}

interface Places {
  folder: string
  schema: string
  key: string
  certificate: string
}

const configOf = ({ folder, schema, key, certificate }: Places): string =>
  `
include ${schema}/core.schema
include ${schema}/cosine.schema
include ${schema}/inetorgperson.schema
moduleload back_mdb
moduleload memberof
moduleload ppolicy
TLSCertificateFile ${certificate}
TLSCertificateKeyFile ${key}
pidfile ${folder}/pid
database mdb
maxsize 16777216
suffix "${suffix}"
rootdn "${admin.dn}"
rootpw "${admin.password.replaceAll('"', '\\"')}"
directory ${folder}/data
overlay memberof
overlay ppolicy
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${reader.dn}" read by * none
`.trimStart()
