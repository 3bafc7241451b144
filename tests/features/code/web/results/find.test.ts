// @vitest-environment jsdom
// Finding from cell to cell, with a server that returns a few rows per answer.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TableHandle } from '#web/table/types.ts'
import type { Run } from '#features/code/contract.ts'
import { closeFind, openFind, search, step, useFind } from '#features/code/web/results/find/find.ts'
import { changeState, useShownResult } from '#features/code/web/results/shown.ts'
import { useShownTable } from '#features/code/web/results/shownTable.ts'

const columns = ['a', 'b'].map((title) => ({ key: title, title, type: 'string', databaseType: 'VARCHAR' }))
const run = {
  queryId: 'r1',
  status: 'done',
  sql: '',
  columns,
  rowCount: 1_000,
  kind: 'query',
} as unknown as Run

/** Cells that hold the text. */
const places: [number, number][] = [
  [5, 0],
  [5, 1],
  [40, 1],
  [70, 0],
  [900, 1],
]
const rowsOfAnswer = 2
let asked: { from: number; back?: boolean; columns: number[] }[]
let selected: { row: number; column: number }[]

beforeEach(() => {
  asked = []
  selected = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body))
    asked.push(body)
    const side = places.filter(([row]) => (body.back ? row < body.from : row >= body.from))
    const rows = [...new Set(side.map(([row]) => row))]
    const near = body.back ? rows.slice(-rowsOfAnswer) : rows.slice(0, rowsOfAnswer)
    const data = {
      cells: body.counts ? places.length : null,
      before: body.counts ? places.filter(([row]) => row < body.from).length : null,
      matches: side.filter(([row]) => near.includes(row)),
    }
    return new Response(JSON.stringify({ isSuccess: true, data, msg: '', code: '' }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  const table = {
    selection: null,
    firstVisibleRow: 50,
    columnAt: (place: number) => place,
    selectCell: (position: { row: number; column: number }) => selected.push(position),
  }
  useShownTable.setState({ table: table as unknown as TableHandle })
  useShownResult.setState({ run, states: {} })
  closeFind()
  openFind('r1')
})

const at = () => [useFind.getState().at, selected.at(-1)?.row, selected.at(-1)?.column]

describe('finding', () => {
  it('begins where the reader is, counts all, and goes on and back round the ends', async () => {
    await search('x')
    expect(useFind.getState().cells).toBe(5)
    expect(at()).toEqual([3, 70, 0])
    await step(1)
    expect(at()).toEqual([4, 900, 1])
    await step(1)
    expect(at()).toEqual([0, 5, 0])
    await step(1)
    expect(at()).toEqual([1, 5, 1])
    expect(asked).toHaveLength(2)
    await step(-1)
    await step(-1)
    expect(at()).toEqual([4, 900, 1])
    await step(-1)
    await step(-1)
    expect(at()).toEqual([2, 40, 1])
  })

  it('begins anew in another view, without columns that are hidden', async () => {
    await search('x')
    changeState('r1', { hidden: [0] })
    await step(1)
    expect(asked.at(-1)).toMatchObject({ columns: [1], counts: true })
    await search('')
    expect(useFind.getState().cells).toBeNull()
  })
})
