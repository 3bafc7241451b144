// Under which names the server answers. A page of elsewhere can give its own name our address (DNS rebinding), and
// would then read and write as if it were ours; the name that it asks under gives it away.
import { isIP } from 'node:net'
import type { Settings } from '../settings.ts'

/** Whether only programs of this machine reach what listens there. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

type Naming = Pick<Settings, 'host' | 'production' | 'installation'>

/**
 * Tells whether a host name (without port) is the installation's. Addresses in digits always are: nobody can give
 * them away. Where the installation lists no names, people reach it through a network or a proxy under names that it
 * can't know; on this machine alone it is `localhost`.
 */
export function hostCheck({ host, production, installation }: Naming): (name: string) => boolean {
  const { hostNames, hosts, trustProxy } = installation
  const isProxied = production && trustProxy > 0
  if (hostNames.length === 0 && (!isLoopback(host) || isProxied)) return () => true
  const known = new Set(['localhost', host, ...hostNames, ...Object.keys(hosts)].map(plain))
  return (name) => {
    const asked = plain(name)
    return asked === '' || known.has(asked) || asked.endsWith('.localhost') || isIP(asked) !== 0
  }
}

/** A name as names are compared: no brackets of IPv6, no dot of the root. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
