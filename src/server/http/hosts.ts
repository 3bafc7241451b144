// Which host names the server answers to. A foreign page can point its own name at our address (DNS
// rebinding) and would then be same-origin with us; its Host header gives the attack away.
import { isIP } from 'node:net'
import type { Settings } from '../settings.ts'

/** Whether the listening address is reachable only from this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

type Naming = Pick<Settings, 'host' | 'production' | 'installation'>

/**
 * Checks a host name (without port). IP addresses always pass: nobody else can point them elsewhere. Without
 * listed names the server can't know the names of its network or proxies and accepts any; bound to loopback
 * it accepts only `localhost`.
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

/** Normalizes a name for comparison: no IPv6 brackets, no trailing dot. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
