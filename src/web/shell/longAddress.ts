// Long addresses, such as filters with thousands of values, exceed the limits of servers, proxies and mails. The page
// then has a short address with a key to the query stored on the server: `/statement/detail?id=3&long=…`. Code that
// reads an address calls `queryOf`; code that writes one writes it in full, and it is shortened on the way.
import type { StoredKey } from './storage.ts'

/** Stores full queries for everyone who is given the short address. */
export interface AddressStore {
  keep(key: string, text: string): Promise<unknown>
  read(key: string): Promise<string>
}

const param = 'long'
/** Longer addresses are not accepted by every mail client, proxy and server. */
const longest = 2_000
/** Parameters up to this length also stand in the short address, such as the view's id. */
const shortPart = 20
const mostParts = 10
const storedName = (key: string): StoredKey => `address:${key}`

/** The full query by key: `?id=3&d12=…`. */
const texts = new Map<string, string>()
const keys = new Map<string, string>()
let store: AddressStore | null = null

export function provideAddresses(given: AddressStore): void {
  store = given
}

const remember = (key: string, text: string): void => {
  texts.set(key, text)
  keys.set(text, key)
}

const keyIn = (search: string): string | null => new URLSearchParams(search).get(param)

/** The full query of an address, short or not. */
export function queryOf(search: string): URLSearchParams {
  return new URLSearchParams(fullSearch(search))
}

export function fullSearch(search: string): string {
  const key = search.includes(`${param}=`) ? keyIn(search) : null
  return (key !== null && texts.get(key)) || search
}

/** The key of a short address whose query must be loaded first; else null. */
export function unreadKey(search: string): string | null {
  const key = search.includes(`${param}=`) ? keyIn(search) : null
  return key === null || texts.has(key) ? null : key
}

export async function readLong(key: string): Promise<void> {
  const kept = inTab(key)
  remember(key, kept ?? (await (store as AddressStore).read(key)))
}

/** The address for the address bar; equal queries get equal keys. */
export function shortAddress(address: string): string {
  const url = new URL(address, location.href)
  if (url.pathname.length + url.search.length <= longest || url.origin !== location.origin) return address
  const key = keys.get(url.search) ?? keepText(url.search)
  const parts = [...url.searchParams].filter(([name, value]) => name.length + value.length <= shortPart)
  const query = new URLSearchParams([...parts.slice(0, mostParts), [param, key]])
  return `${url.pathname}?${query}${url.hash}`
}

function keepText(text: string): string {
  const key = randomKey()
  remember(key, text)
  // The tab keeps a copy, for a reload before the server has stored the query, and for failures of the server.
  try {
    sessionStorage.setItem(storedName(key), text)
  } catch {
    // Storage is full or blocked: the server's copy must do.
  }
  void store?.keep(key, text)
  return key
}

function inTab(key: string): string | null {
  try {
    return sessionStorage.getItem(storedName(key))
  } catch {
    return null
  }
}

/** Random, so that only those who were given the address can read the query. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** From here on, every address in the page's history is shortened, including the present one. */
export function shortenAddresses(): void {
  for (const method of ['pushState', 'replaceState'] as const) {
    const write = history[method]
    history[method] = function writeShort(data: unknown, unused: string, url?: string | URL | null) {
      write.call(this, data, unused, url == null ? url : shortAddress(String(url)))
    }
  }
  if (shortAddress(location.href) !== location.href) history.replaceState(history.state, '', location.href)
}
