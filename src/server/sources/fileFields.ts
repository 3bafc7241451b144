// How files of a source are read, where that is not found out: the import's own options, as fields.
import { type EncodingName, encodingNames, encodingTitles } from '#shared/imports/encodings.ts'
import type { FieldValues, SourceField } from './connector.ts'

interface FileReading {
  sheet: string | null
  /** `line` 0: the file has no head. */
  head: { line: number; rows: 1 | 2 | 3 } | null
  encoding: EncodingName | null
  /** Rows that are totals of others are loaded, too. */
  totals: boolean
}

export const fileFields: readonly SourceField[] = [
  {
    name: 'sheet',
    title: '工作表',
    kind: 'text',
    required: false,
    placeholder: '第一张',
    hint: 'Excel 文件里读哪一张；测试连接会说出有哪些',
  },
  {
    name: 'head',
    title: '表头在第几行',
    kind: 'text',
    required: false,
    placeholder: '自己找',
    hint: '如 3；占几行写 3-4；没有表头写 0',
    check: (text) => (text === '' || headOf(text) ? null : '应写成 3、3-4，最多三行，没有表头写 0'),
  },
  {
    name: 'encoding',
    title: '编码',
    kind: 'choice',
    required: false,
    initial: '',
    choices: [
      { value: '', title: '自己认' },
      ...encodingNames.map((value) => ({ value, title: encodingTitles[value] })),
    ],
    hint: '只用于文本文件',
  },
  {
    name: 'totals',
    title: '合计也载入',
    kind: 'check',
    required: false,
    initial: false,
    hint: '合计、小计的行认出来不载入，每次写明是哪些；其实是数据的，请勾选',
  },
]

function headOf(text: string): FileReading['head'] {
  const [, from = '', to = from] = /^(\d{1,7})(?:\s*[-–~]\s*(\d{1,7}))?$/.exec(text.trim()) ?? []
  const [line, rows] = [Number(from), Number(to) - Number(from) + 1]
  const isRight = from !== '' && (line === 0 ? rows === 1 : rows >= 1 && rows <= 3)
  return isRight ? { line, rows: rows as 1 | 2 | 3 } : null
}

/** From a source's settings; of kinds without files there is nothing. */
export const readFileReading = ({ sheet, head, encoding, totals }: FieldValues): FileReading => ({
  sheet: typeof sheet === 'string' && sheet !== '' ? sheet : null,
  head: typeof head === 'string' ? headOf(head) : null,
  encoding: encodingNames.find((name) => name === encoding) ?? null,
  totals: totals === true,
})
