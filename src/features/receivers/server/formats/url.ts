// Any address: JSON of our own, documented in OPERATING.md, signed by HMAC-SHA-256 over time and body.
import { createHmac } from 'node:crypto'
import { plainText } from '#shared/message.ts'
import type { MessageTable } from '../message.ts'
import { plainRefusal } from './answers.ts'
import { tail } from './masking.ts'
import type { Format, Parcel } from './types.ts'

export const url: Format = {
  origins: [],
  example: 'https://hooks.example.com/analytics',
  looksLike: () => true,
  masked: ({ origin, pathname, search }) =>
    pathname === '/' && search === '' ? `${origin}/` : `${origin}/${tail(`${pathname}${search}`)}`,
  postsAMinute: null,
  posts(parcel, secret, now) {
    const body = JSON.stringify(bodyOf(parcel))
    const timestamp = String(Math.floor(now / 1000))
    const sign = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const signed: Record<string, string> = secret === '' ? {} : { 'x-signature': `sha256=${sign}` }
    return [{ headers: { 'x-timestamp': timestamp, ...signed }, body }]
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
