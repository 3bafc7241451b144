// The property stream of an .xls file, as specified in [MS-OLEPS]: only the comment.

const summaryFormat = Buffer.from('e0859ff2f94f6810ab9108002b27b3d9', 'hex')
const property = { codePage: 1, comments: 6 } as const
const kind = { short: 2, text: 0x1e } as const
const latin = 1252

/** `comment`: ASCII. */
export function summaryInformation(comment: string): Buffer {
  const text = Buffer.from(`${comment}\0`, 'latin1')
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4)])
  const values = [longs(kind.short, latin), Buffer.concat([longs(kind.text, text.length), padded])]
  const headBytes = 8 + 8 * values.length
  const [codePage, comments] = values as [Buffer, Buffer]
  const section = Buffer.concat([
    longs(headBytes + codePage.length + comments.length, values.length),
    longs(property.codePage, headBytes),
    longs(property.comments, headBytes + codePage.length),
    codePage,
    comments,
  ])
  const sectionAt = 48
  return Buffer.concat([
    longs(0x0000fffe, 0x00020006),
    Buffer.alloc(16),
    longs(1),
    summaryFormat,
    longs(sectionAt),
    section,
  ])
}

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4)
  return bytes
}
