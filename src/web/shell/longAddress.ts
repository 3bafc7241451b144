// Addresses that hold much, a filter of thousands of values, are too long for servers, proxies and messages. The page
// stands at a short one then, which names what is kept on the server: `/statement/detail?id=3&long=…`. Everything that
// reads an address asks `queryOf`; everything that writes one writes it whole, and it is made short as it is written.
import type { StoredKey } from './storage.ts'

/** Where texts of addresses are kept for all who are given the short one. */
export interface AddressStore {
  keep(key: string, text: string): Promise<unknown>
  read(key: string): Promise<string>
}

const param = 'long'
/** Beyond it not every mail, proxy and server takes an address. */
const longest = 2_000
/** Parts as short as these stand in the short address, too: which view it is. */
const shortPart = 20
const mostParts = 10
const storedName = (key: string): StoredKey => `address:${key}`

/** By key, whole: `?id=3&d12=…`. */
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

/** What the address says, whether it is short or whole. */
export function queryOf(search: string): URLSearchParams {
  return new URLSearchParams(fullSearch(search))
}

export function fullSearch(search: string): string {
  const key = search.includes(`${param}=`) ? keyIn(search) : null
  return (key !== null && texts.get(key)) || search
}

/** The key of a short address whose text has to be read first. */
export function unreadKey(search: string): string | null {
  const key = search.includes(`${param}=`) ? keyIn(search) : null
  return key === null || texts.has(key) ? null : key
}

export async function readLong(key: string): Promise<void> {
  const kept = inTab(key)
  remember(key, kept ?? (await (store as AddressStore).read(key)))
}

/** As it stands in the address bar; the same for the same text. */
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
  // A reload before the server has it, or without a server, finds it in the tab.
  try {
    sessionStorage.setItem(storedName(key), text)
  } catch {
    // Without room the server's has to do.
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

/** Nobody guesses it: who has it was given it. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** From here on each address of the page's history is short, whoever writes it; the one in front too. */
export function shortenAddresses(): void {
  for (const method of ['pushState', 'replaceState'] as const) {
    const write = history[method]
    history[method] = function writeShort(data: unknown, unused: string, url?: string | URL | null) {
      write.call(this, data, unused, url == null ? url : shortAddress(String(url)))
    }
  }
  if (shortAddress(location.href) !== location.href) history.replaceState(history.state, '', location.href)
}
