// Makes texts of lines safe to display: control, bidirectional and invisible characters are written out. A
// line is never parsed as markup: texts become text nodes.

const special = /(?![\t\n])[\p{Cc}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

const names: Readonly<Record<number, string>> = {
  173: 'SHY',
  1564: 'ALM',
  8203: 'ZWSP',
  8204: 'ZWNJ',
  8205: 'ZWJ',
  8206: 'LRM',
  8207: 'RLM',
  8234: 'LRE',
  8235: 'RLE',
  8236: 'PDF',
  8237: 'LRO',
  8238: 'RLO',
  8288: 'WJ',
  8294: 'LRI',
  8295: 'RLI',
  8296: 'FSI',
  8297: 'PDI',
  65279: 'BOM',
}

const controls =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  )

/** Its name in brackets: ⟦ESC⟧, ⟦RLO⟧. Unicode's symbols for them are missing in many fonts. */
function written(character: string): string {
  const code = character.charCodeAt(0)
  const name = code === 0x7f ? 'DEL' : (controls[code] ?? names[code])
  return `⟦${name ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟧`
}

export const shownText = (text: string): string => text.replace(special, written)

/** Whether the displayed text differs from the text. */
export const isWrittenOut = (text: string): boolean => text.search(special) >= 0

/** The beginning of a text, without half a surrogate pair at its end. */
export function startOf(text: string, length: number): string {
  if (text.length <= length) return text
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
