import { describe, expect, it } from 'vitest'
import { compileKeyCheck, compileReport } from '#semantic/compile.ts'
import type { DimensionTable } from '#semantic/model/types.ts'
import { dims, makeContext, makeModel, points } from '../semantic/model.ts'
import { answer, ask } from './golden.ts'

describe('dimensions of dimension tables', () => {
  it('join by the key, and keep what has no match as a row of its own', async () => {
    const { total, rows } = await answer(null, {
      info: { dims: [dims.serverName], points: [points.revenue, points.minutes] },
    })
    expect(total).toEqual([null, 145.75, 210])
    expect(rows).toEqual([
      ['一服', 133.5, 120],
      [null, 7, 60],
      ['二服', 5.25, 30],
    ])
  })

  it('filter by one table and group by another', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.channelType],
        points: [points.revenue],
        filters: [{ dim: dims.region, op: 'in', values: ['华东'] }],
      },
    })
    expect(total).toEqual([null, 133.5])
    expect(rows).toEqual([
      ['商店', 130.5],
      [null, 3],
    ])
  })

  it("a table's date is a dimension with grains of its own", async () => {
    const { rows, compiled } = await answer('joins-open-date', {
      info: { dims: [dims.openDate], points: [points.revenue], grain: 'month' },
    })
    expect(rows).toEqual([
      ['2026-01-01', 5.25],
      ['2025-12-01', 133.5],
      [null, 7],
    ])
    expect(compiled.columns[0]?.type).toBe('date')
  })

  it('a fact joined to a dimension with a duplicate key is refused, with the keys', async () => {
    const model = makeModel()
    const keysOf = async (table: DimensionTable | undefined) =>
      (await ask((dialect) => compileKeyCheck(table as DimensionTable, { dialect }))).cells
    const found = await keysOf(model.dimensionTables[2])
    expect(found).toEqual([['x', 2]])
    const duplicateKeys = [{ dimTableId: 3, examples: found.map(([key]) => String(key)) }]
    expect(() =>
      compileReport(
        { dims: [dims.repeated], points: [points.minutes] },
        { ...model, duplicateKeys },
        makeContext(),
      ),
    ).toThrow(/标签表.*channel 有重复值，/)
    expect(await keysOf(model.dimensionTables[0])).toEqual([])
  })
})
