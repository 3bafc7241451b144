// The address of a ClickHouse server: http(s)://user:password@host:port/database.

export interface ClickHouseAddress {
  /** Without user, password and database. */
  url: string
  username: string
  password: string
  database: string
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
