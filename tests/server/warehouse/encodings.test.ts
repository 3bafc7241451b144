// Encodings that are told apart by their bytes, and those that the user names.
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'

let house: ImportHouse
beforeAll(async () => {
  house = await makeImportHouse()
})
afterAll(() => house.dispose())

let number = 0

/** In the encoding of DOS, which no other encoding reads. */
const untold = 'pays,caf\u00e9\n\u00e9,1\n\u00e0,2\n\u00e7,3\n'

async function imported(text: string, encoding: string, ...args: string[]) {
  number += 1
  const table = `encoded${number}`
  const path = await house.file(`${table}.csv`, iconv.encode(text, encoding))
  const { lines } = await house.run([path, '--table', table, ...args])
  const { columns } = await house.published(table)
  const rows = await house.rows(table, 'ORDER BY ALL')
  return { lines: lines.join('\n'), cells: [columns.map(({ name }) => name), ...rows].flat().map(String) }
}

describe('an encoding', () => {
  it.each([
    ['big5', 'Big5', '渠道,金額\n華為應用,1\n蘋果商店,2\n臺灣區服,3\n'],
    ['big5', 'Big5', '日期,遊戲,儲值\n2026-01-01,神魔之塔,5\n2026-01-02,傳說對決,6\n'],
    ['shift_jis', 'Shift-JIS', '日付,チャネル,売上\n2026-01-01,アップル,5\n2026-01-02,グーグル,6\n'],
    ['shift_jis', 'Shift-JIS', '名前,金額\n東京のゲーム,5\nたのしい,6\n'],
    ['windows-1252', 'Latin-1', 'pays,joueurs,revenu\nCôte d’Ivoire,5,1\nMünchen,6,2\nPerú,7,3\n'],
    ['gbk', 'GBK', '渠道,金额\n苹果商店,1\n华为应用,2\n应用宝,3\n'],
    ['gbk', 'GBK', '日期,收入\n2026-01-01,5\n2026-01-02,6\n'],
    ['gbk', 'GBK', '名称,值\n镕,5\n喆,6\n'],
    ['gbk', 'GBK', '金额\n1\n2\n'],
  ])('%s is told as %s', async (encoding, label, text) => {
    const { cells, lines } = await imported(text, encoding)
    expect(lines).toContain(`编码 ${label}`)
    const expected = text.split(/[,\n]/).filter((cell) => cell !== '' && !/\d/.test(cell))
    expect(cells).toEqual(expect.arrayContaining(expected))
    expect(cells).not.toContain('\ufffd')
  })

  it('that nothing tells is refused in the terminal, with the way to name it', async () => {
    await expect(imported(untold, 'cp437')).rejects.toThrow(
      /的编码无法识别：不像 UTF-8.*；请另存为 UTF-8，或用 --encoding 指定/,
    )
  })

  it('is what the user says', async () => {
    const { cells } = await imported('金額,數\n5,1\n', 'big5', '--encoding', 'BIG-5')
    expect(cells).toEqual(expect.arrayContaining(['金額', '數']))
    await expect(imported('a,b\n1,2\n', 'utf8', '--encoding', 'klingon')).rejects.toThrow(
      '无法识别编码「klingon」',
    )
  })
})
