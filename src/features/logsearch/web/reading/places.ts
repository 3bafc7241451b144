// Entrances, their stores and a store's fields: loaded on first use.

import { call, failureOf, quiet } from '#web/api/client.ts'
import { getIndex, getLogStores, listEntrances } from '#features/logsearch/contract.ts'
import { indexKey, type Places, useLogs } from '../store.ts'

let reading: Promise<Places | null> | null = null

/** All of them, because there are few. */
export function readPlaces(anew = false): Promise<Places | null> {
  const known = useLogs.getState().places
  if (known && !anew) return Promise.resolve(known)
  reading ??= read().finally(() => {
    reading = null
  })
  return reading
}

async function read(): Promise<Places | null> {
  try {
    const entrances = await call(listEntrances, {}, quiet)
    const stores = await Promise.all(
      entrances.map(
        async ({ name }) => [name, await call(getLogStores, { params: { entrance: name } }, quiet)] as const,
      ),
    )
    const places = { entrances, stores: Object.fromEntries(stores) }
    useLogs.setState({ places, placesFailure: null })
    return places
  } catch (error) {
    useLogs.setState({ placesFailure: failureOf(error) })
    return null
  }
}

const indexing = new Map<string, Promise<void>>()

/** Once per store; after a failure the page works without field names, and says so. */
export function readIndex(entrance: string, logStore: string, anew = false): Promise<void> {
  const key = indexKey(entrance, logStore)
  if (!anew && useLogs.getState().indexes[key] !== undefined) return Promise.resolve()
  const before = indexing.get(key)
  if (before) return before
  const reading = call(getIndex, { params: { entrance, logStore } }, quiet)
    .then(
      (index) =>
        useLogs.setState(({ indexes }) => ({ indexes: { ...indexes, [key]: index }, indexFailure: null })),
      (error: unknown) => useLogs.setState({ indexFailure: failureOf(error) }),
    )
    .finally(() => indexing.delete(key))
  indexing.set(key, reading)
  return reading
}
