// One connection to the directory, for one sign-in or one check: encrypted before anything secret goes over it, never
// opened a second time by itself, and ended when its time is over.
import { readFileSync } from 'node:fs'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Client } from 'ldapts'
import type { LdapSettings } from '#server/signIn/ldapSettings.ts'
import { awayBy } from './failures.ts'

/** Throws sign_in_away where the directory can't be reached or trusted, or does not answer in time. */
export async function withDirectory<Result>(
  directory: LdapSettings,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const opened: { socket?: Socket } = {}
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(awayBy(directory, 'slow'))
    opened.socket?.destroy()
  }, directory.timeoutMs)
  try {
    return await Promise.race([late.promise, connectAndWork(directory, opened, work)])
  } catch (error) {
    throw awayBy(directory, error)
  } finally {
    clearTimeout(timer)
    opened.socket?.destroy()
  }
}

async function connectAndWork<Result>(
  directory: LdapSettings,
  opened: { socket?: Socket },
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { url, security, timeoutMs } = directory
  const tls = { ...trustOf(directory), ...nameOf(url) }
  /** The library would connect anew, and in clear, where the other side ended an encrypted connection. */
  const once = (socket: () => Socket): Socket => {
    if (opened.socket) throw new Error('the directory ended the connection')
    opened.socket = socket()
    return opened.socket
  }
  const client = new Client({
    url,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    ...(security === 'tls' && { tlsOptions: tls }),
    createConnection: ((port: number, host: string) =>
      once(() => connectPlain(port, host))) as typeof connectPlain,
    ...(security === 'tls' && {
      createSecureConnection: ((port: number, host: string) =>
        once(() => connectTls(port, host, tls))) as typeof connectTls,
    }),
  })
  if (security === 'starttls') await client.startTLS(tls)
  return work(client)
}

const trustOf = ({ caFile }: LdapSettings) => (caFile === undefined ? {} : { ca: readFileSync(caFile) })

/** The name that the certificate has to be for; an address in digits is no name for SNI. */
function nameOf(url: string): { host: string; servername?: string } {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return { host, ...(isIP(host) === 0 && { servername: host }) }
}
