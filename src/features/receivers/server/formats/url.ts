// Any address: JSON of our own, documented in OPERATING.md, signed by HMAC-SHA-256 over time and body.
import { signedHeaders } from '#server/outbound/signing.ts'
import { plainText } from '#shared/message.ts'
import type { MessageTable } from '../message.ts'
import { plainRefusal } from './answers.ts'
import { maskedAddress } from './masking.ts'
import type { Format, Parcel } from './types.ts'

export const url: Format = {
  origins: [],
  example: 'https://hooks.example.com/analytics',
  looksLike: () => true,
  masked: maskedAddress,
  postsAMinute: null,
  posts(parcel, secret, now) {
    const body = JSON.stringify(bodyOf(parcel))
    return [{ headers: signedHeaders(secret, body, now), body }]
  },
  refusal: (answer) => plainRefusal(answer, '对方'),
}

/** The total is the first row, as in every version of this body. */
const rawTable = ({ columns, rows, total, note }: MessageTable) => ({
  columns,
  rows: [...(total ? [total] : []), ...rows],
  ...(note && { note }),
})

const bodyOf = ({ id, message, png, source, link }: Parcel) => ({
  id,
  source,
  level: message.level,
  title: message.title,
  text: plainText(message.text),
  link,
  at: message.at,
  table: message.table ? rawTable(message.table) : null,
  picture: png && {
    name: message.picture?.name ?? 'picture.png',
    type: 'image/png',
    base64: png.toString('base64'),
  },
})
