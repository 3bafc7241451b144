// Checks the server's port before anything is created, so that a taken port leaves nothing behind.
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../settings.ts'
import { StartProblem } from './refusal.ts'

type Place = Pick<Settings, 'host' | 'port'>

const patienceMs = 1500

/** A server that was just told to stop releases its port within a moment. */
export async function takePort<Taken>({ host, port }: Place, take: () => Promise<Taken>): Promise<Taken> {
  for (const deadline = performance.now() + patienceMs; ; await sleep(100)) {
    try {
      return await take()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && performance.now() <= deadline) continue
      throw told(code, { host, port }) ?? error
    }
  }
}

function told(code: string | undefined, { host, port }: Place): StartProblem | null {
  if (code === 'EADDRINUSE') return new StartProblem(`端口 ${port} 已被占用，请用 PORT 另指定一个`)
  if (code === 'EACCES') return new StartProblem(`没有监听端口 ${port} 的权限，请用 PORT 另指定一个`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartProblem(`无法监听 HOST ${host}`)
  return null
}

/** Listens for a moment; throws what a lasting listen would throw. */
export const askForPort = (place: Place): Promise<void> =>
  takePort(place, async () => {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: place.host, port: place.port }, resolve)
    })
    await new Promise((resolve) => server.close(resolve))
  })
