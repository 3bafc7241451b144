// Results as files: windows, reading while they are written, restarts, kills and limits.
import { spawn } from 'node:child_process'
import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { writeFailure } from '#server/results/file/failures.ts'
import { AppError } from '#shared/errors.ts'
import { type Cell, chunkOf, columnsOf, keep, makeResults, rowsOf, type TestResults } from './results.ts'

let made: TestResults
afterEach(() => made.dispose())

const columns = columnsOf('行 BIGINT', '文 VARCHAR', '文 VARCHAR')
const texts = ['a,b', '"引号"', '反\\斜', '换\n行', '', '[1,2]', '{"a":","}', '😀', '\\"', ']']
const rowOf = (row: number): Cell[] => [
  row,
  texts[row % texts.length] as string,
  row % 3 ? `第 ${row} 行` : null,
]
const rows = Array.from({ length: 1000 }, (_, row) => rowOf(row))

describe('a result that gets its whole name', () => {
  it('is not told as gone while it is under neither', async () => {
    made = await makeResults()
    const writer = await made.store.create('a', 1)
    await writer.columns(columnsOf('行 BIGINT'))
    await writer.append({ rowCount: 2, columns: ['[1,2]'] })
    const part = join(made.folder, 'a.1.part')
    await rename(part, `${part}.aside`)
    const reading = made.store.window('a', 0, 10)
    const chunks = made.store.chunks('a')[Symbol.asyncIterator]()
    const chunk = chunks.next()
    // Both have looked for the file in vain by then.
    for (let look = 0; look < 20; look += 1) await stat(made.folder)
    await rename(`${part}.aside`, part)
    await writer.finish({ truncated: false })
    expect(rowsOf(await reading)).toEqual([[1], [2]])
    expect((await chunk).value).toMatchObject({ rowCount: 2 })
    await chunks.return?.(undefined)
  })
})

describe('windows', () => {
  it('give just the rows that are asked for, at every border of chunks', async () => {
    made = await makeResults()
    await keep(made.store, 'a', columns, rows, { size: 100 })
    for (const from of [0, 1, 99, 100, 101, 150, 199, 899, 900, 999]) {
      for (const count of [1, 2, 99, 100, 101, 250, 5000]) {
        const window = await made.store.window('a', from, count)
        expect(window).toMatchObject({ from, total: 1000 })
        expect(rowsOf(window)).toEqual(rows.slice(from, from + count))
      }
    }
  })

  it('are empty beyond the end, and for no rows', async () => {
    made = await makeResults()
    await keep(made.store, 'a', columns, rows)
    const empty = { rowCount: 0, total: 1000, columns: ['[]', '[]', '[]'] }
    expect(await made.store.window('a', 1000, 10)).toEqual({ ...empty, from: 1000 })
    expect(await made.store.window('a', 2 ** 40, 10)).toEqual({ ...empty, from: 1000 })
    expect(await made.store.window('a', 5, 0)).toEqual({ ...empty, from: 5 })
  })

  it('hold for no rows, no columns, 2,000 columns and cells of a megabyte', async () => {
    made = await makeResults()
    await keep(made.store, 'none', columns, [])
    expect(rowsOf(await made.store.window('none', 0, 10))).toEqual([])
    await keep(made.store, 'bare', [], [[], [], []])
    expect(await made.store.window('bare', 1, 10)).toEqual({ from: 1, rowCount: 2, total: 3, columns: [] })
    const wide = Array.from({ length: 2000 }, (_, index) => `列 ${index} BIGINT`)
    const wideRows = Array.from({ length: 5 }, (_, row) => wide.map((_name, index) => row * 10_000 + index))
    await keep(made.store, 'wide', columnsOf(...wide), wideRows, { size: 2 })
    expect(rowsOf(await made.store.window('wide', 1, 3))).toEqual(wideRows.slice(1, 4))
    const long = Array.from({ length: 12 }, (_, row): Cell[] => [`${'长'.repeat(350_000)}${row}`])
    await keep(made.store, 'long', columnsOf('长 VARCHAR'), long, { size: 12 })
    expect(rowsOf(await made.store.window('long', 10, 5))).toEqual(long.slice(10))
  })

  it('end before their bytes are too many', async () => {
    made = await makeResults()
    const long = Array.from({ length: 60 }, (_, row): Cell[] => ['x'.repeat(1_000_000) + row])
    await keep(made.store, 'long', columnsOf('长 VARCHAR'), long, { size: 1 })
    const window = await made.store.window('long', 0, 60)
    expect(window.rowCount).toBeLessThan(60)
    expect(rowsOf(await made.store.window('long', window.rowCount, 1))).toEqual([long[window.rowCount]])
  })
})

describe('a result that is being written', () => {
  it('is read up to where it is, and its reader is given what comes', async () => {
    made = await makeResults()
    const { store } = made
    const writer = await store.create('a', 1)
    expect(await store.find('a')).toMatchObject({ columns: [], rowCount: 0, complete: false })
    const read: Cell[][] = []
    const reading = (async () => {
      for await (const chunk of store.chunks('a')) read.push(...rowsOf(chunk))
    })()
    await writer.columns(columns)
    for (let from = 0; from < 1000; from += 250) {
      await writer.append(chunkOf(rows.slice(from, from + 250), 3))
      expect(await store.find('a')).toMatchObject({ columns, rowCount: from + 250, complete: false })
      expect(rowsOf(await store.window('a', from + 240, 20))).toEqual(rows.slice(from + 240, from + 250))
    }
    await writer.finish({ truncated: true })
    await reading
    expect(read).toEqual(rows)
    expect(await store.find('a')).toMatchObject({ rowCount: 1000, complete: true, truncated: true })
  })

  it('refuses to be sorted, in words', async () => {
    made = await makeResults()
    const writer = await made.store.create('a', 1)
    await writer.columns(columns)
    const sorting = made.store.view('a', { sort: [{ column: 0, desc: true }], filters: [] })
    await expect(sorting).rejects.toThrow('结果尚未取完')
    await writer.abort()
  })

  it('ends its readers when it is given up, and when they leave', async () => {
    made = await makeResults()
    const { store } = made
    const writer = await store.create('a', 1)
    await writer.columns(columns)
    const first = store.chunks('a')[Symbol.asyncIterator]().next()
    const leaving = new AbortController()
    const second = store.chunks('a', leaving.signal)[Symbol.asyncIterator]().next()
    leaving.abort(new AppError('query_canceled'))
    await expect(second).rejects.toMatchObject({ code: 'query_canceled' })
    await Promise.all([expect(first).rejects.toMatchObject({ code: 'result_expired' }), writer.abort()])
    expect(await store.find('a')).toBeNull()
    expect(readdirSync(made.folder).filter((name) => name.startsWith('a.'))).toEqual([])
    expect(await store.usage(1)).toBe(0)
  })
})

describe('over a restart', () => {
  it('what is whole is there, with its views; what is not is swept', async () => {
    made = await makeResults()
    await keep(made.store, 'whole', columns, rows, { userId: 7 })
    const usage = await made.store.usage(7)
    const view = await made.store.view('whole', { sort: [{ column: 0, desc: true }], filters: [] })
    const writer = await made.store.create('half', 7)
    await writer.columns(columns)
    await writer.append(chunkOf(rows, 3))
    const store = await made.reopen()
    await expect(writer.append(chunkOf(rows, 3)), 'its file is let go of').rejects.toThrow()
    expect(await store.find('half')).toBeNull()
    expect(await store.find('whole')).toMatchObject({ columns, rowCount: 1000, complete: true })
    expect(rowsOf(await store.window('whole', 995, 10))).toEqual(rows.slice(995))
    expect(rowsOf(await store.viewWindow('whole', view.viewId, 0, 2))).toEqual([rows[999], rows[998]])
    expect(await store.usage(7)).toBe(usage)
    expect(readdirSync(made.folder).filter((name) => name.includes('part'))).toEqual([])
  })

  it('a file that was cut or is none of ours is not taken for a result', async () => {
    made = await makeResults()
    await keep(made.store, 'cut', columns, rows)
    truncateSync(join(made.folder, 'cut.1.rows'), 500)
    writeFileSync(join(made.folder, 'other.1.rows'), 'x'.repeat(1000))
    const store = await made.reopen()
    for (const id of ['cut', 'other']) {
      expect(await store.find(id)).toBeNull()
      await expect(store.window(id, 0, 10)).rejects.toMatchObject({ code: 'result_damaged' })
    }
  })

  it('a file of a release before there were checksums is read', async () => {
    made = await makeResults()
    const texts = ['[1,2,3]', '["a","b",null]'].map((text) => Buffer.from(text))
    const numbers = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer)
    const places = (...values: number[]) => Buffer.from(new Float64Array(values).buffer)
    const chunk = Buffer.concat([numbers(3, ...texts.map(({ length }) => length)), ...texts])
    const index = Buffer.concat([places(0, 0, chunk.length), numbers(3)])
    const head = Buffer.from(
      JSON.stringify({ columns: columnsOf('行 BIGINT', '文 VARCHAR'), rowCount: 3, truncated: false }),
    )
    const end = Buffer.concat([numbers(index.length, head.length), Buffer.from('RESULT01')])
    writeFileSync(join(made.folder, 'old.1.rows'), Buffer.concat([chunk, index, head, end]))
    const store = await made.reopen()
    expect(rowsOf(await store.window('old', 0, 10))).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, null],
    ])
    const { rowCount } = await store.view('old', { sort: [{ column: 0, desc: true }], filters: [] })
    expect(rowCount).toBe(3)
  })

  it('a writer that is killed at any moment leaves nothing that looks whole', async () => {
    made = await makeResults()
    const script = fileURLToPath(new URL('./endlessWriter.ts', import.meta.url))
    for (const wanted of [1, 4, 9]) {
      const child = spawn(process.execPath, [script, join(made.folder, '..')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let finished = 0
      for await (const text of child.stdout) {
        finished += String(text).split('\n').length - 1
        if (finished >= wanted) break
      }
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      const store = await made.reopen()
      const ids = readdirSync(made.folder).flatMap((name) => /^(\w+)\.1\.rows$/.exec(name)?.[1] ?? [])
      expect(ids.length).toBeGreaterThanOrEqual(wanted)
      for (const id of ids) {
        const found = await store.find(id)
        expect(found).toMatchObject({ rowCount: 2000, complete: true })
        expect(rowsOf(await store.window(id, 1999, 5))).toEqual([[1999, 'x'.repeat(1999)]])
        await store.remove(id)
      }
      expect(await store.usage(1)).toBe(0)
    }
  })
})

describe('limits', () => {
  it('a result and a user have so many bytes, and get them back', async () => {
    made = await makeResults({ limits: { resultBytes: 100_000, userBytes: 150_000 } })
    const { store } = made
    const half = Array.from({ length: 60 }, (): Cell[] => ['x'.repeat(1000)])
    const long = columnsOf('长 VARCHAR')
    await keep(store, 'a', long, half)
    await keep(store, 'b', long, half)
    const third = keep(store, 'c', long, half)
    await expect(third).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('146.5 KiB'),
    })
    await store.remove('c')
    await keep(store, 'other', long, half, { userId: 2 })
    await store.remove('a')
    await keep(store, 'd', long, half)
    const large = keep(store, 'e', long, [...half, ...half], { userId: 3, size: 30 })
    await expect(large).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('一个结果'),
    })
  })

  it('a removed result is gone with all its files', async () => {
    made = await makeResults()
    const { store } = made
    await keep(store, 'a', columns, rows)
    const { viewId } = await store.view('a', { sort: [{ column: 0, desc: true }], filters: [] })
    await store.remove('a')
    await expect(store.viewWindow('a', viewId, 0, 1)).rejects.toMatchObject({ code: 'result_expired' })
    const left = readdirSync(made.folder, { recursive: true }).map(String)
    expect(left.filter((name) => /(^|\/)a(\.|$|\/)/.test(name))).toEqual([])
    await keep(store, 'a', columns, rows.slice(0, 5))
    expect((await store.find('a'))?.rowCount).toBe(5)
  })

  it('a disk that is full is told as that', async () => {
    made = await makeResults()
    await using file = await open('/dev/full', 'r+')
    const failure = await file.write(Buffer.from('x')).catch(writeFailure)
    expect(failure).toMatchObject({ code: 'storage_full' })
  })
})
