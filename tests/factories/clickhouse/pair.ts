// Two engines of ClickHouse behind proxies that fail as they are told, for one warehouse with two addresses. Their tables
// differ, so that it is seen who answered, and that no answer is made of both.
import { type ClickHouseAddresses, readAddresses } from '#server/warehouse/clickhouse/address.ts'
import { beginning, EngineProxy, saying, type Way } from './proxy.ts'
import { readerPassword, sqlPassword, startClickHouse } from './start.ts'

const reader = `reader:${encodeURIComponent(readerPassword)}`
const sql = `sql:${encodeURIComponent(sqlPassword)}`

/** How the first one fails before anything of an answer was handed on. */
export const silentFaults: [string, Way][] = [
  ['hangs up', (message) => message.socket.destroy()],
  ['keeps silent', (message) => message.resume()],
  ['answers a page', saying('<html><body>502 Bad Gateway</body></html>', 502)],
  ['answers a page as if it were well', saying('<html>hello</html>')],
  ['answers nothing', saying('')],
  ['answers JSON of another kind', saying('{"error":"x"}\n')],
  ['refuses its account', saying('Code: 516. DB::Exception: reader: Authentication failed', 403)],
]

export const begunFaults: [string, Way][] = [
  ['answers lines of other widths', saying('["who"]\n["String"]\n["c","d"]\n')],
  ['breaks off in the midst', beginning('["who"]\n["String"]\n["c"]\n', (reply) => reply.destroy())],
  ['begins and keeps silent', beginning('["who"]\n["String"]\n["c"]\n', () => {})],
]

export interface Pair {
  first: EngineProxy
  second: EngineProxy
  /** Of the reports' account, and of that of users' SQL. */
  reports: ClickHouseAddresses
  sql: ClickHouseAddresses
  /** Both pass everything on again. */
  mend(): void
  stop(): Promise<void>
}

/** Each has a table `names` with three rows: `a` on the first, `b` on the second. */
export async function startPair(): Promise<Pair> {
  const [first, second] = await Promise.all([startOne('a'), startOne('b')])
  const proxies = [first.proxy, second.proxy]
  const listed = (account: string) =>
    proxies.map(({ host }) => `http://${account}@${host}/default`).join(', ')
  const mend = () => {
    for (const proxy of proxies) proxy.way = proxy.whole
  }
  return {
    first: first.proxy,
    second: second.proxy,
    reports: readAddresses(listed(reader)) as ClickHouseAddresses,
    sql: readAddresses(listed(sql)) as ClickHouseAddresses,
    mend,
    stop: async () => {
      for (const proxy of proxies) proxy.close()
      await Promise.all([first.stop(), second.stop()])
    },
  }
}

async function startOne(who: string) {
  const { place, stop } = await startClickHouse()
  const at = `http://127.0.0.1:${place.port}`
  const made = await fetch(at, {
    method: 'POST',
    body: `CREATE TABLE names ENGINE = MergeTree ORDER BY who AS SELECT '${who}' AS who FROM numbers(3)`,
  })
  const told = await made.text()
  if (told !== '') throw new Error(told)
  const proxy = new EngineProxy(at)
  await proxy.listen()
  return { proxy, stop }
}
