// The small tools, and the placeholders of their fields.

export const instrumentHints = {
  time: '1732350000、2026-11-23 10:00、3 天前，留空为现在',
  hash: '要计算的文字，或把文件拖到这里',
  encode: '要编码或解码的文字',
  sql: '',
  cron: '分 时 日 月 周，如 */5 9-18 * * 1-5',
  agent: 'User-Agent，留空为此浏览器',
  address: 'https://example.com/path?a=1，或 a=1&b=2',
  number: '12345.6、0xFF、1.2 亿',
  pattern: '正则表达式',
  identity: '要查看的 UUID，留空只生成',
  difference: '原来的文字',
} as const
export type InstrumentId = keyof typeof instrumentHints

export const instrumentIds = Object.keys(instrumentHints) as InstrumentId[]

export const isInstrument = (id: string | null): id is InstrumentId =>
  id !== null && Object.hasOwn(instrumentHints, id)
