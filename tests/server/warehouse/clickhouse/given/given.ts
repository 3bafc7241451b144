// A ClickHouse server that is given for tests: what only a server with accounts, shards and replicas can show.
//
//   CLICKHOUSE_TEST=http://admin:password@host:8123 npm run unit -- tests/server/warehouse/clickhouse/given
//
// The account may make users, roles, policies and databases. The server must have no installation of the product: the
// script for users' SQL makes its profile and quota there, and the tests remove both.
import { type ClickHouseAddress, readAddress } from '#server/warehouse/clickhouse/address.ts'

const address = readAddress(process.env.CLICKHOUSE_TEST ?? '')

export const isGiven = address !== null
if (!isGiven && !process.env.EMBEDDED_ALONE)
  console.warn(
    'untried: accounts, policies, quotas, shards and replicas of ClickHouse: CLICKHOUSE_TEST names no server',
  )

export interface Answered {
  /** The server's error number; 0 for none. */
  code: number
  text: string
}

export class GivenServer {
  readonly #admin = address as ClickHouseAddress
  readonly database = `analytics_test_${process.hrtime.bigint()}`
  readonly password = `P${process.hrtime.bigint()}!`

  /** Of an account of this test. */
  address(username: string): ClickHouseAddress {
    return { ...this.#admin, username, password: this.password, database: this.database }
  }

  /** Answers whatever comes of it. */
  async ask(
    sql: string,
    { user, roles = [] }: { user?: string; roles?: readonly string[] } = {},
  ): Promise<Answered> {
    const { url, username, password } = user === undefined ? this.#admin : this.address(user)
    const asked = new URL(url)
    for (const role of roles) asked.searchParams.append('role', role)
    const reply = await fetch(asked, {
      method: 'POST',
      body: sql,
      headers: {
        'X-ClickHouse-User': username,
        'X-ClickHouse-Key': password,
        'X-ClickHouse-Database': user === undefined ? 'default' : this.database,
      },
    })
    return {
      code: Number(reply.headers.get('x-clickhouse-exception-code') ?? 0),
      text: (await reply.text()).trim(),
    }
  }

  /** As the administrator. Throws what the server says. */
  async run(...statements: string[]): Promise<string> {
    let last = ''
    // Each needs what the one before made.
    for (const sql of statements) {
      const { code, text } = await this.ask(sql)
      if (code !== 0) throw new Error(`${sql}: ${text}`)
      last = text
    }
    return last
  }
}
