import { describe, expect, it } from 'vitest'
import { countSelection, mostCountedCells } from '#web/table/selection/statistics.ts'
import type { CellValue, SelectionStatus } from '#web/table/types.ts'
import { column, textColumn } from '../fixture/data.ts'

const columns = [textColumn('name', '名称'), column('a', 'A'), column('b', 'B')]
const rows: CellValue[][] = [
  ['x', 0.1, '1.5'],
  ['', 0.2, null],
  [null, null, 'not a number'],
  ['9', 3, ''],
]
const source = { columns, read: (row: number, at: number) => rows[row % rows.length]?.[at] ?? null }
const range = (lastRow: number, firstColumn = 0, lastColumn = 2) => ({
  firstRow: 0,
  lastRow,
  firstColumn,
  lastColumn,
})

async function count(
  counted: Parameters<typeof countSelection>[1],
  given: Parameters<typeof countSelection>[0] = source,
) {
  const reports: SelectionStatus[] = []
  await countSelection(given, counted, new AbortController().signal, (status) => reports.push(status))
  return reports
}

describe('what the status line says of a selection', () => {
  it('counts cells that are not empty and adds figures only', async () => {
    expect(await count(range(3))).toEqual([
      {
        rows: 4,
        columns: 3,
        count: 7,
        sum: 4.8,
        average: 1.2,
        sumText: '4.8',
        averageText: '1.2',
        pending: false,
        tooMany: false,
      },
    ])
  })

  it('leaves the totals out where rows are selected with them', async () => {
    const read = (row: number) => (row === -1 ? 60 : [10, 20, 30][row]) ?? null
    const totals = { columns: [column('a', 'A')], read }
    const of = async (firstRow: number, lastRow: number) =>
      (await count({ firstRow, lastRow, firstColumn: 0, lastColumn: 0 }, totals)).at(-1)
    expect(await of(-1, 2)).toMatchObject({ sum: 60, count: 3, leftOut: 1 })
    expect(await of(-1, -1)).toMatchObject({ sum: 60, count: 1 })
  })

  it('counts a row once whose own rows are selected too, and says how many it left out', async () => {
    const depths = [0, 1, 1, 0, 1]
    const tree = {
      columns: [column('a', 'A')],
      read: (row: number) => [30, 10, 20, 5, 5][row] ?? null,
      depthOf: (row: number) => depths[row] ?? 0,
    }
    const of = async (firstRow: number, lastRow: number) =>
      (await count({ firstRow, lastRow, firstColumn: 0, lastColumn: 0 }, tree)).at(-1)
    expect(await of(0, 4)).toMatchObject({ sum: 35, count: 3, leftOut: 2 })
    // A subtotal by itself, or at the end, stands for its rows.
    expect(await of(0, 0)).toMatchObject({ sum: 30, count: 1 })
    expect(await of(1, 3)).toMatchObject({ sum: 35, count: 3 })
    expect(await of(1, 3)).not.toHaveProperty('leftOut')
  })

  it('has no sum where there are no figures', async () => {
    expect((await count(range(3, 0, 0))).at(-1)).toMatchObject({
      count: 2,
      sum: null,
      average: null,
      sumText: null,
    })
  })

  it('counts a million × 30 in slices, with progress, and can be called off', async () => {
    const wide = {
      columns: Array.from({ length: 30 }, (_, at) => column(`c${at}`, 'C')),
      read: (row: number, at: number) => row + at / 10,
    }
    let turns = 0
    const timer = setInterval(() => {
      turns++
    }, 1)
    const reports = await count(range(999_999, 0, 29), wide)
    clearInterval(timer)
    expect(reports.at(-1)).toMatchObject({ count: 30_000_000, pending: false, sumText: '15000028500000' })
    expect(reports.some((status) => status.pending)).toBe(true)
    // Others had their turns meanwhile.
    expect(turns).toBeGreaterThan(10)
  })

  it('does not begin what would never end', async () => {
    expect((await count(range(mostCountedCells, 0, 0))).at(-1)).toMatchObject({ tooMany: true, count: 0 })
  })

  it('says nothing more once it is called off', async () => {
    const ending = new AbortController()
    const reports: SelectionStatus[] = []
    const counting = countSelection(source, range(5_000_000), ending.signal, (status) => reports.push(status))
    ending.abort()
    await counting
    expect(reports).toEqual([])
  })
})
