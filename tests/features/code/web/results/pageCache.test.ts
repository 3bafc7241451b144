import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FetchedRows, PageCache, pageSizeFor } from '#features/code/web/results/rows/PageCache.ts'

interface Question {
  from: number
  count: number
  signal: AbortSignal
  answer: (rows: FetchedRows) => void
  refuse: (error: unknown) => void
}

let questions: Question[] = []
let problems: unknown[] = []
beforeEach(() => {
  vi.useFakeTimers()
  questions = []
  problems = []
})
afterEach(() => vi.useRealTimers())

/** The cell of a row and column is `row:column`. */
const rows = (from: number, count: number, columns = 2): FetchedRows => ({
  from,
  data: Array.from({ length: columns }, (_, column) =>
    Array.from({ length: count }, (_, row) => `${from + row}:${column}`),
  ),
})

function cacheOf(rowCount: number, columnCount = 2): PageCache {
  const cache = new PageCache({
    columnCount,
    fetchRows: (from, count, signal) =>
      new Promise((answer, refuse) => {
        questions.push({ from, count, signal, answer, refuse })
        signal.addEventListener('abort', () => refuse(signal.reason))
      }),
    onProblem: (problem) => problems.push(problem),
  })
  cache.setRowCount(rowCount)
  return cache
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const asked = () => questions.map(({ from, count }) => [from, count])

async function answerAll(columns = 2): Promise<void> {
  for (const { from, count, signal, answer } of questions.splice(0)) {
    if (!signal.aborted) answer(rows(from, count, columns))
  }
  await settle()
}

describe('pages', () => {
  it('are as long as their columns allow, in powers of two', () => {
    expect(pageSizeFor(9)).toBe(512)
    expect(pageSizeFor(10)).toBe(256)
    expect(pageSizeFor(1)).toBe(512)
    expect(pageSizeFor(2_000)).toBe(16)
    expect(Math.log2(pageSizeFor(77)) % 1).toBe(0)
  })

  it('in view are fetched at once, and the next one the way the reader goes', async () => {
    const cache = cacheOf(1_000_000)
    cache.want(0, 40)
    await settle()
    expect(asked()).toEqual([
      [0, 512],
      [512, 512],
    ])
    await answerAll()
    expect(cache.cellAt(511, 1)).toBe('511:1')
    expect(cache.isLoaded(1_023)).toBe(true)
    expect(cache.isLoaded(1_024)).toBe(false)
    cache.want(600, 640)
    await settle(100)
    expect(asked()).toEqual([[1_024, 512]])
    await answerAll()
    cache.want(1_100, 1_140)
    await settle()
    await answerAll()
    cache.want(1_090, 1_130)
    await settle()
    // Upwards the page before is here already.
    expect(asked()).toEqual([])
  })

  it('that fly by are not asked for, only those where the reader stays', async () => {
    const cache = cacheOf(1_000_000)
    for (let row = 0; row < 900_000; row += 90_000) {
      cache.want(row, row + 40)
      await settle(10)
    }
    // The very first look was at rest.
    expect(asked().every(([from]) => (from ?? 0) <= 512)).toBe(true)
    questions = []
    await settle(100)
    expect(asked()[0]).toEqual([Math.floor(810_000 / 512) * 512, 512])
  })

  it('passed by while they are on their way are called off', async () => {
    const cache = cacheOf(1_000_000)
    cache.want(0, 40)
    await settle()
    const first = questions[0]
    cache.want(500_000, 500_040)
    await settle(100)
    expect(first?.signal.aborted).toBe(true)
    expect(problems).toEqual([])
    await answerAll()
    expect(cache.isLoaded(500_000)).toBe(true)
    expect(cache.isLoaded(0)).toBe(false)
  })

  it('never hold more than a bounded number of cells, and keep what is in view', async () => {
    const cache = cacheOf(1_000_000, 10)
    for (let row = 0; row < 60_000; row += 256) {
      cache.want(row, row + 40)
      await settle(100)
      await answerAll(10)
      await settle()
      await answerAll(10)
      expect(cache.isLoaded(row + 39)).toBe(true)
    }
    expect(cache.cellCount).toBeLessThanOrEqual(250_000)
    expect(cache.isLoaded(0)).toBe(false)
    cache.want(0, 40)
    await settle(100)
    await answerAll(10)
    expect(cache.cellAt(0, 9)).toBe('0:9')
  })

  it('take answers that begin earlier, are longer, or end short', async () => {
    const cache = cacheOf(3_000)
    cache.want(1_100, 1_140)
    await settle(100)
    questions.splice(0)[0]?.answer(rows(1_000, 1_000))
    await settle()
    // Of page 512–1023 only the end has come, and a page has no holes.
    expect(cache.isLoaded(1_010)).toBe(false)
    expect(cache.isLoaded(1_100)).toBe(true)
    expect(cache.cellAt(1_999, 0)).toBe('1999:0')
    cache.want(2_100, 2_140)
    await settle(100)
    const short = questions.splice(0).find(({ from }) => from === 2_048)
    short?.answer(rows(2_048, 10))
    await settle()
    expect(cache.isLoaded(2_057)).toBe(true)
    expect(asked()).toContainEqual([2_058, 2_560 - 2_058])
  })

  it('grow with a run that is still at work', async () => {
    const cache = cacheOf(0)
    cache.put(rows(0, 30))
    expect(cache.rowCount).toBe(30)
    cache.want(0, 40)
    await settle()
    expect(asked()).toEqual([])
    cache.setRowCount(200)
    cache.want(0, 60)
    await settle()
    expect(asked()).toEqual([[30, 170]])
    await answerAll()
    expect([cache.cellAt(29, 0), cache.cellAt(30, 0), cache.cellAt(199, 1)]).toEqual([
      '29:0',
      '30:0',
      '199:1',
    ])
  })

  it('say why they can not be had, and are asked for again', async () => {
    const cache = cacheOf(100)
    cache.want(0, 40)
    await settle()
    const refusal = new Error('断开')
    questions.splice(0)[0]?.refuse(refusal)
    await settle()
    expect(problems).toEqual([refusal])
    cache.want(0, 40)
    await settle(500)
    expect(asked()).toEqual([])
    await settle(2_000)
    expect(asked()).toEqual([[0, 100]])
    await answerAll()
    expect(problems).toEqual([refusal, null])
    expect(cache.isLoaded(99)).toBe(true)
  })

  it('that come after the cache was given up change nothing', async () => {
    const cache = cacheOf(100)
    const heard = vi.fn()
    cache.subscribe(heard)
    cache.want(0, 40)
    await settle()
    const [late] = questions
    cache.dispose()
    expect(late?.signal.aborted).toBe(true)
    late?.answer(rows(0, 100))
    await settle(5_000)
    expect(heard).not.toHaveBeenCalled()
    expect(cache.isLoaded(0)).toBe(false)
    expect(questions).toHaveLength(1)
  })

  it('tell of rows that arrive', async () => {
    const cache = cacheOf(100)
    const heard = vi.fn()
    const forget = cache.subscribe(heard)
    cache.put(rows(0, 10))
    expect(heard).toHaveBeenCalledTimes(1)
    forget()
    cache.put(rows(10, 10))
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('pieces of a copy', () => {
  it('come in order, fetched where they are missing, and push nothing out', async () => {
    const cache = cacheOf(100_000)
    cache.put(rows(512, 512))
    const read: string[] = []
    const copying = (async () => {
      for await (const piece of cache.pieces(500, 40_000, new AbortController().signal)) {
        for (let row = piece.firstRow; row < piece.endRow; row++) read.push(String(piece.cellAt(row, 1)))
      }
    })()
    while (read.length < 39_500) {
      await settle()
      await answerAll()
    }
    await copying
    expect(read).toEqual(Array.from({ length: 39_500 }, (_, at) => `${500 + at}:1`))
    expect(cache.cellCount).toBe(1_024)
  })

  it('keep the rows of a page that is given up meanwhile', async () => {
    const cache = cacheOf(1_000)
    cache.put(rows(0, 512))
    const pieces = cache.pieces(0, 512, new AbortController().signal)
    const { value } = await pieces.next()
    cache.dispose()
    expect(value?.cellAt(511, 0)).toBe('511:0')
  })

  it('end when they are called off, and when rows do not come', async () => {
    const cache = cacheOf(1_000)
    const called = new AbortController()
    const first = cache.pieces(0, 1_000, called.signal).next()
    called.abort(new Error('不要了'))
    await expect(first).rejects.toThrow('不要了')
    const second = cache.pieces(0, 1_000, new AbortController().signal).next()
    questions.at(-1)?.answer({ from: 0, data: [[], []] })
    await expect(second).rejects.toThrow('部分行读取失败')
  })
})
