// A proxy on loopback that hands bytes on and cuts connections where a test says so.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  port: number
  /** Cuts each connection after the server has sent so many bytes on it; null: never. */
  cutAfter: number | null
  /** Connections that were cut. */
  cuts: number
  stop(): Promise<void>
}

export async function startCutting(to: number): Promise<CuttingProxy> {
  const open = new Set<Socket>()
  const proxy: CuttingProxy = { port: 0, cutAfter: null, cuts: 0, stop: async () => undefined }
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1')
    let bytes = 0
    const end = () => {
      client.destroy()
      target.destroy()
    }
    for (const socket of [client, target]) {
      open.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        open.delete(socket)
        end()
      })
    }
    client.pipe(target)
    target.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (proxy.cutAfter !== null && bytes > proxy.cutAfter) {
        proxy.cuts += 1
        end()
      } else if (!client.write(piece)) target.pause()
    })
    client.on('drain', () => target.resume())
    target.on('end', () => client.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.port = (server.address() as AddressInfo).port
  proxy.stop = async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return proxy
}
