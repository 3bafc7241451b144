// Files exported from lists, checked by another program's reader.
import XLSX from 'sheetjs-style'
import { describe, expect, it } from 'vitest'
import { writeSheet } from '#web/list/sheet.ts'

async function readBack(...given: Parameters<typeof writeSheet>) {
  const blob = await writeSheet(...given)
  const book = XLSX.read(new Uint8Array(await blob.arrayBuffer()), { type: 'array' })
  const name = book.SheetNames[0] ?? ''
  return { name, sheet: book.Sheets[name] as XLSX.WorkSheet }
}

describe('a list’s sheet', () => {
  it('keeps figures figures and texts texts, whatever they look like', async () => {
    const texts = ['=1+1', '+86', '00123', '<b>&"', '  x ', '甲\n乙', '_x0041_', 'a\u0001b', '😀']
    const { sheet } = await readBack(
      '渠道',
      ['名称', '花费(元)'],
      texts.map((text, at) => [text, at === 0 ? null : at + 0.5]),
    )
    const cells = texts.map((_, at) => sheet[`A${at + 2}`])
    expect(cells.map(({ v }) => v)).toEqual(texts.with(7, 'ab'))
    for (const cell of cells) {
      expect(cell.t).toBe('s')
      expect(cell.f).toBeUndefined()
    }
    expect(sheet.B2).toBeUndefined()
    expect(sheet.B3).toMatchObject({ t: 'n', v: 1.5 })
    expect(sheet.B1?.v).toBe('花费(元)')
  })

  it('has a name that Excel takes, and all rows of a long list', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) => [`n${at}`])
    const { name, sheet } = await readBack(`a/b:c${'长'.repeat(40)}`, ['名称'], rows)
    expect(name).toBe(`a_b_c${'长'.repeat(26)}`)
    expect(sheet.A2501?.v).toBe('n2499')
  })
})
