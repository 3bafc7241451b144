// Resolves a host's name once and checks every address before anything connects.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isIn, isPrivate, netsOf } from './addresses.ts'
import { OutboundProblem } from './problem.ts'

/** The address to connect to. Throws OutboundProblem, or the signal's reason. */
export async function resolveOnce(
  name: string,
  allowed: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const host = name.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host }] : await Promise.race([addressesOf(host), abortOf(signal)])
  const nets = netsOf(allowed)
  // One forbidden address rejects them all, because whoever controls the name chooses among them.
  if (found.some(({ address }) => isPrivate(address) && !isIn(nets, address)))
    throw new OutboundProblem('private')
  const [first] = found
  if (!first) throw new OutboundProblem('unresolved')
  return first.address
}

async function addressesOf(host: string): Promise<{ address: string }[]> {
  try {
    return await lookup(host, { all: true, order: 'ipv4first' })
  } catch (error) {
    throw new OutboundProblem('unresolved', { cause: error })
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
