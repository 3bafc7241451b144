// Encodings of text files that are imported: their names in iconv-lite, and their names for people.

export const encodingTitles = {
  utf8: 'UTF-8',
  gb18030: 'GBK',
  big5: 'Big5',
  shift_jis: 'Shift-JIS',
  'windows-1252': 'Latin-1',
  utf16le: 'UTF-16',
  utf16be: 'UTF-16 BE',
} as const

export type EncodingName = keyof typeof encodingTitles
export const encodingNames = Object.keys(encodingTitles) as EncodingName[]
