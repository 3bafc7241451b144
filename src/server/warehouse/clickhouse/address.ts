// The address of a ClickHouse server: http(s)://user:password@host:port/database.

export interface ClickHouseAddress {
  /** Without user, password and database. */
  url: string
  username: string
  password: string
  database: string
}

/** Addresses of replicas of one warehouse: the same account and database at each. The first one is asked first. */
export interface ClickHouseAddresses extends ClickHouseAddress {
  /** Of all, the first one included; without user, password and database. */
  urls: readonly string[]
}

/** Several addresses with commas between; null where one is no address, or where they differ in more than the host. */
export function readAddresses(text: string): ClickHouseAddresses | null {
  const pieces = text.split(/,\s*(?=https?:)/i).map((one) => one.trim())
  // A comma in a database's name is written as %2C: a bare one begins an address that lacks its http.
  if (pieces.some((one) => /,[^/]*$/.test(one))) return null
  const listed = pieces.map(readAddress)
  const [first] = listed
  if (!first) return null
  const alike = listed.every(
    (one) =>
      one !== null &&
      one.username === first.username &&
      one.password === first.password &&
      one.database === first.database,
  )
  const urls = [...new Set(listed.flatMap((one) => one?.url ?? []))]
  return alike ? { ...first, urls } : null
}

/** Null for a text that is no such address. */
export function readAddress(text: string): ClickHouseAddress | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const { protocol, host, username, password, pathname, search, hash } = new URL(text)
  const path = pathname.replace(/^\/|\/$/g, '')
  if (path.includes('/') || search !== '' || hash !== '') return null
  try {
    return {
      url: `${protocol}//${host}`,
      username: decodeURIComponent(username) || 'default',
      password: decodeURIComponent(password),
      database: decodeURIComponent(path) || 'default',
    }
  } catch {
    return null
  }
}
