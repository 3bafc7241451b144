// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '#web/api/callError.ts'
import { cachedDictionaries } from '#web/api/dictionaries.ts'
import { clearDictionaryCache, forgetDictionaries } from '#web/api/dictionaryCache.ts'
import { rereadSettings, useSettings } from '#web/shell/settings.ts'
import { goTo, signInAs, signOutAll } from './identities.ts'

interface Named {
  id: number
  name: string
}
const fetched = vi.fn(async (ids: number[]): Promise<Named[]> => ids.map((id) => ({ id, name: `字典${id}` })))

let pages = 0

beforeEach(() => {
  // Each on a page of its own.
  pages += 1
  goTo(`/page${pages}`)
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

  it('forgets whose they were when they are cleared, as at logout', async () => {
    window.localStorage.setItem('dict_owner', 'somebody@example.com')
    await clearDictionaryCache()
    expect(window.localStorage.getItem('dict_owner')).toBeNull()
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

describe('a page that asks for a dictionary in several places', () => {
  const off = () => useSettings.getState().change('useDictCache', false)
  beforeEach(() => {
    vi.stubGlobal('indexedDB', undefined)
  })

  it.each([
    ['kept', () => {}],
    ['not kept', off],
  ])('fetches it once while it is on its way, where dictionaries are %s', async (_, set) => {
    set()
    const asked = await Promise.all([
      cachedDictionaries([1, 2], fetched),
      cachedDictionaries([2, 3], fetched),
      cachedDictionaries([1], fetched),
    ])
    expect(asked.map((all) => all.map(({ name }) => name))).toEqual([
      ['字典1', '字典2'],
      ['字典2', '字典3'],
      ['字典1'],
    ])
    expect(fetched.mock.calls).toEqual([[[1, 2]], [[3]]])
  })

  it('fetches it once as long as the page is open, and anew for the next page and reader', async () => {
    off()
    for (let time = 0; time < 3; time += 1) await cachedDictionaries([1], fetched)
    expect(fetched).toHaveBeenCalledTimes(1)
    goTo('/alarm/list')
    await cachedDictionaries([1], fetched)
    expect(fetched).toHaveBeenCalledTimes(2)
    signInAs()
    await cachedDictionaries([1], fetched)
    expect(fetched).toHaveBeenCalledTimes(3)
    signOutAll()
  })

  it('fetches it anew once it was changed', async () => {
    off()
    await cachedDictionaries([1, 2], fetched)
    await forgetDictionaries([1])
    await cachedDictionaries([1, 2], fetched)
    expect(fetched.mock.calls).toEqual([[[1, 2]], [[1]]])
  })

  it('asks again after a failure, which all who asked are told', async () => {
    off()
    const failing = vi.fn(() => Promise.reject(new Error('x')))
    const asked = [cachedDictionaries([1], failing), cachedDictionaries([1], fetched)]
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await cachedDictionaries([1], fetched)).toEqual([{ id: 1, name: '字典1' }])
  })

  it('has it all the same where whoever asked first went away', async () => {
    off()
    const left = () => Promise.reject(new CallError({ status: 0, code: 'aborted' }))
    const asked = [cachedDictionaries([1], left), cachedDictionaries([1], fetched)]
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})
