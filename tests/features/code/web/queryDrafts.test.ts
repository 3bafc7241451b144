// @vitest-environment jsdom
// Drafts across two windows, reloads and full browser storage. Windows are simulated by loading the modules twice
// over one storage.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Drafts = typeof import('#features/code/web/query/documents/drafts.ts')
type Actions = typeof import('#features/code/web/query/documents/actions.ts')
type Closing = typeof import('#features/code/web/query/documents/closing.ts')
type Store = typeof import('#features/code/web/query/documents/store.ts')
type Browser = Drafts & Actions & Closing & Store

/** A window of the browser: modules of its own, storage shared with the others. */
async function openWindow(owner = 'lin'): Promise<Browser> {
  vi.resetModules()
  const folder = '../../../../src/features/code/web/query/documents'
  const drafts: Drafts = await import(`${folder}/drafts.ts`)
  const actions: Actions = await import(`${folder}/actions.ts`)
  const closing: Closing = await import(`${folder}/closing.ts`)
  const store: Store = await import(`${folder}/store.ts`)
  await actions.openDocuments(owner)
  return { ...drafts, ...actions, ...closing, ...store }
}

const textOf = ({ useDocuments }: Browser, id: string) => useDocuments.getState().documents[id]?.text
const write = async (window: Browser, id: string, text: string) => {
  window.changeDocument(id, { text })
  await window.flush(id)
}
const active = ({ useDocuments }: Browser) => useDocuments.getState().active

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('BroadcastChannel', undefined)
})
afterEach(() => vi.unstubAllGlobals())

describe('a draft', () => {
  it('is there after a reload, in its place', async () => {
    const first = await openWindow()
    const id = active(first)
    await write(first, id, 'select 1')
    const second = first.addDocument({ name: '第二个' }).id
    await write(first, second, 'select 2')
    first.activate(id)
    const reloaded = await openWindow()
    expect(reloaded.useDocuments.getState().order).toEqual([id, second])
    expect(active(reloaded)).toBe(id)
    expect(textOf(reloaded, second)).toBe('select 2')
  })

  it('is written after a pause in typing, without being asked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const window = await openWindow()
      const id = active(window)
      window.changeDocument(id, { text: 'select 1' })
      window.changeDocument(id, { text: 'select 12' })
      expect(window.useDocuments.getState().drafts[id]).toEqual({ kind: 'waiting' })
      await vi.advanceTimersByTimeAsync(300)
      expect(window.useDocuments.getState().drafts[id]?.kind).toBe('kept')
    } finally {
      vi.useRealTimers()
    }
    const reloaded = await openWindow()
    expect(textOf(reloaded, active(reloaded))).toBe('select 12')
  })

  it('of the last moment goes along when the page does', async () => {
    const window = await openWindow()
    const id = active(window)
    await write(window, id, 'select 1')
    window.changeDocument(id, { text: 'select 1, 2' })
    // The page is gone before its write arrives.
    const whole = Storage.prototype.setItem
    const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
      this: Storage,
      key,
      text,
    ) {
      if (key.startsWith('sqlDraft:')) throw new DOMException('gone', 'AbortError')
      whole.call(this, key, text)
    })
    window.speakLastWords()
    await window.flush(id)
    set.mockRestore()
    const reloaded = await openWindow()
    expect(textOf(reloaded, id)).toBe('select 1, 2')
    expect(localStorage.getItem(`sqlLast:lin:${id}`)).toBeNull()
  })

  it('belongs to its user alone', async () => {
    const window = await openWindow('lin')
    await write(window, active(window), 'select secret')
    const other = await openWindow('wang')
    expect(other.useDocuments.getState().order.map((id) => textOf(other, id))).toEqual([''])
    const again = await openWindow('lin')
    expect(textOf(again, active(again))).toBe('select secret')
  })

  it('that finds no room says so', async () => {
    const window = await openWindow()
    const id = active(window)
    const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await write(window, id, 'select 1')
    expect(window.useDocuments.getState().drafts[id]).toEqual({ kind: 'failed' })
    set.mockRestore()
    await write(window, id, 'select 2')
    expect(window.useDocuments.getState().drafts[id]?.kind).toBe('kept')
  })
})

describe('two windows on one draft', () => {
  async function bothChanged() {
    const first = await openWindow()
    const id = active(first)
    await write(first, id, 'select 0')
    const second = await openWindow()
    await write(first, id, 'select 1')
    await write(second, id, 'select 2')
    return { first, second, id }
  }

  it('do not write over each other: the later one is told, and both texts are kept', async () => {
    const { first, second, id } = await bothChanged()
    expect(first.useDocuments.getState().conflicts).toEqual({})
    expect(second.useDocuments.getState().conflicts[id]?.document.text).toBe('select 1')
    expect(textOf(second, id)).toBe('select 2')
    await write(second, id, 'select 22')
    // Both are gone before anybody has chosen.
    const reloaded = await openWindow()
    expect(textOf(reloaded, id)).toBe('select 1')
    expect(reloaded.useDocuments.getState().conflicts[id]?.document.text).toBe('select 22')
  })

  it.each([
    ['here', 'select 2', 'select 1'],
    ['there', 'select 1', 'select 2'],
  ] as const)('settle for the one %s; the other can be opened again', async (choice, kept, left) => {
    const { second, id } = await bothChanged()
    await second.settleConflict(id, choice)
    expect(textOf(second, id)).toBe(kept)
    expect(second.useDocuments.getState().conflicts).toEqual({})
    await second.reopenDocument()
    expect(textOf(second, active(second))).toBe(left)
    const reloaded = await openWindow()
    expect(textOf(reloaded, id)).toBe(kept)
    expect(reloaded.useDocuments.getState().conflicts).toEqual({})
  })

  it('that a former window left are settled by the next one', async () => {
    const { id } = await bothChanged()
    const reloaded = await openWindow()
    await write(reloaded, id, 'select 11')
    await reloaded.settleConflict(id, 'there')
    expect(textOf(reloaded, id)).toBe('select 2')
    const again = await openWindow()
    expect(textOf(again, id)).toBe('select 2')
    expect(again.useDocuments.getState().conflicts).toEqual({})
  })

  it('that say the same have nothing to choose', async () => {
    const first = await openWindow()
    const id = active(first)
    await write(first, id, 'select 0')
    const second = await openWindow()
    await write(first, id, 'select 1')
    await write(second, id, 'select 1')
    expect(second.useDocuments.getState().conflicts).toEqual({})
  })
})

describe('tabs', () => {
  it('that are closed come back, the last one first, over a reload as well', async () => {
    const window = await openWindow()
    const one = window.addDocument({ name: '甲', text: 'select 1' }).id
    const two = window.addDocument({ name: '乙', text: 'select 2' }).id
    await window.flush(one)
    await window.flush(two)
    await window.closeDocument(one)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await window.closeDocument(two)
    const reloaded = await openWindow()
    expect(reloaded.useDocuments.getState().order).not.toContain(one)
    await reloaded.reopenDocument()
    expect(textOf(reloaded, active(reloaded))).toBe('select 2')
    await reloaded.reopenDocument()
    expect(textOf(reloaded, active(reloaded))).toBe('select 1')
  })

  /** Named by their texts, each kept. */
  async function openTabs(window: Browser, texts: readonly string[]): Promise<string[]> {
    const first = active(window)
    const ids = texts.map((text) => window.addDocument({ name: text, text }).id)
    await window.closeDocument(first)
    await Promise.all(ids.map(window.flush))
    return ids
  }
  const texts = (window: Browser) => window.useDocuments.getState().order.map((id) => textOf(window, id))
  const told = async () => (await import('#web/shell/message.ts')).useMessages.getState().messages[0]

  it('beside one, or to its right, close at once, and come back to their places by one press', async () => {
    const window = await openWindow()
    const [a, b, c, d] = await openTabs(window, ['a', 'b', 'c', 'd'])
    window.activate(a as string)
    await window.closeMany(b as string, 'right')
    // What is read stays in front.
    expect([texts(window), active(window)]).toEqual([['a', 'b'], a])
    expect(await told()).toMatchObject({ message: '已关闭 2 个标签页', detail: '「c」「d」' })
    const { action } = (await told()) ?? {}
    window.moveDocument(b as string, 0)
    action?.onClick()
    await vi.waitFor(() => expect(texts(window)).toEqual(['b', 'c', 'd', 'a']))
    expect(active(window)).toBe(a)
    await window.closeMany(c as string, 'others')
    expect([texts(window), active(window)]).toEqual([['c'], c])
    // Each by itself, too, the right one first; what came back that way does not come twice.
    await window.reopenDocument()
    expect(texts(window)).toEqual(['c', 'a'])
    const { action: all } = (await told()) ?? {}
    all?.onClick()
    await vi.waitFor(() => expect(texts(window)).toEqual(['b', 'c', 'd', 'a']))
    const reloaded = await openWindow()
    await vi.waitFor(() => expect(texts(reloaded)).toEqual(['b', 'c', 'd', 'a']))
    expect(reloaded.useDocuments.getState().order).toContain(d)
  })

  it('that were closed again since keep what they said then', async () => {
    const window = await openWindow()
    const [, b] = await openTabs(window, ['a', 'b'])
    await window.closeDocument(b as string)
    const { action } = (await told()) ?? {}
    await window.reopenDocument()
    window.changeDocument(b as string, { text: 'later', name: 'later' })
    await window.closeDocument(b as string)
    action?.onClick()
    expect(texts(window)).toEqual(['a'])
    await window.reopenDocument()
    expect(texts(window)).toEqual(['a', 'later'])
  })

  it('that there are none of to close are told, and nothing happens', async () => {
    const window = await openWindow()
    const [a] = await openTabs(window, ['a'])
    await window.closeMany(a as string, 'right')
    expect((await told())?.message).toBe('右侧没有标签页')
    await window.closeMany(a as string, 'others')
    expect((await told())?.message).toBe('没有其他标签页')
    expect(texts(window)).toEqual(['a'])
  })

  it('closed together are all kept, however many', async () => {
    const window = await openWindow()
    const all = Array.from({ length: 40 }, (_, at) => `select ${at}`)
    const ids = await openTabs(window, all)
    await window.closeMany(ids[0] as string, 'others')
    expect(texts(window)).toEqual(['select 0'])
    const reloaded = await openWindow()
    for (let left = 39; left > 0; left--) await reloaded.reopenDocument()
    expect(texts(reloaded).toSorted()).toEqual(all.toSorted())
  })

  it('never run out: the last one leaves an empty one', async () => {
    const window = await openWindow()
    await window.closeDocument(active(window))
    expect(window.useDocuments.getState().order).toHaveLength(1)
    expect(textOf(window, active(window))).toBe('')
  })

  it('are moved, walked round and counted from the left', async () => {
    const window = await openWindow()
    const [a, b, c] = [active(window), window.addDocument().id, window.addDocument().id]
    window.moveDocument(c, 0)
    expect(window.useDocuments.getState().order).toEqual([c, a, b])
    window.activateAt(3)
    expect(active(window)).toBe(b)
    window.activateNext(1)
    expect(active(window)).toBe(c)
    window.activateNext(-1)
    expect(active(window)).toBe(b)
    window.activateAt(9)
    expect(active(window)).toBe(b)
  })
})
