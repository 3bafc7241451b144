// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cachedDictionaries, clearDictionaryCache } from '../../../src/web/api/dictionaryCache.ts'
import { rereadSettings, useSettings } from '../../../src/web/shell/settings.ts'

interface Named {
  id: number
  name: string
}
const fetched = vi.fn(async (ids: number[]): Promise<Named[]> => ids.map((id) => ({ id, name: `字典${id}` })))

beforeEach(() => {
  window.localStorage.clear()
  rereadSettings()
  fetched.mockClear()
  vi.unstubAllGlobals()
})

// The store itself is tried in a browser; what every environment must stand is tried here.
describe.each<[string, unknown]>([
  ['absent', undefined],
  [
    'one that throws',
    {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    },
  ],
  [
    'one that fails',
    {
      open: () => {
        const request: { onerror?: () => void } = {}
        queueMicrotask(() => request.onerror?.())
        return request
      },
    },
  ],
])('with IndexedDB %s', (_, indexedDB) => {
  beforeEach(() => vi.stubGlobal('indexedDB', indexedDB))

  it('fetches what is asked for, each once, in order', async () => {
    const dictionaries = await cachedDictionaries([3, 1, 3], fetched)
    expect(dictionaries.map(({ id }) => id)).toEqual([3, 1])
    expect(fetched).toHaveBeenCalledExactlyOnceWith([3, 1])
  })

  it('can be cleared', async () => {
    await expect(clearDictionaryCache()).resolves.toBeUndefined()
  })
})

describe('dictionaries', () => {
  it('that are unknown are left out', async () => {
    expect(await cachedDictionaries([1, 2], async () => [{ id: 2 }])).toEqual([{ id: 2 }])
  })

  it('are not asked for where none is wanted', async () => {
    expect(await cachedDictionaries([], fetched)).toEqual([])
    expect(fetched).not.toHaveBeenCalled()
  })

  it('leave the cache alone where the setting is off', async () => {
    const open = vi.fn()
    vi.stubGlobal('indexedDB', { open })
    useSettings.getState().change('useDictCache', false)
    await cachedDictionaries([1], fetched)
    expect(open).not.toHaveBeenCalled()
  })

  it('pass on the failure to fetch them', async () => {
    await expect(cachedDictionaries([1], () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  })
})
