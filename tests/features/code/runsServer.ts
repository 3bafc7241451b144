// A server in its own process, to be killed: `node runsServer.ts DATA_DIR` prints its port.
import type { AddressInfo } from 'node:net'
import { makeRunsHouse } from './runsHouse.ts'

const house = await makeRunsHouse({ dataDir: process.argv[2] as string, warehouseSql: [] })
await house.app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(house.app.server.address() as AddressInfo).port}\n`)
