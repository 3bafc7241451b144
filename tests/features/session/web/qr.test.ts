// QR codes. Their whole pictures were read back by zbar when these sums were written down.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { pathOf, qrOf } from '#features/session/web/secondStep/qr/qr.ts'

const pictureOf = (text: string) =>
  qrOf(text)
    .map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))
    .join('\n')
const sumOf = (text: string) => createHash('sha256').update(pictureOf(text)).digest('hex').slice(0, 16)

const address =
  'otpauth://totp/analytics%20V3:someone1%40example.com?issuer=analytics%20V3&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30'

it.each([
  ['A', 21, 'c8529cd82afac26f'],
  [address, 49, '74cc52708a29ce2f'],
  ['x'.repeat(60), 33, '923ed37758ae2f8e'],
  ['中文'.repeat(30), 53, '80b857165af09a9c'],
  ['z'.repeat(250), 61, 'f200fc45fff9823f'],
  ['y'.repeat(412), 77, '262ccd013b8ea5cb'],
])('are those that a reader has read: %#', (text, size, sum) => {
  expect(qrOf(text)).toHaveLength(size)
  expect(sumOf(text)).toBe(sum)
})

it('refuse a text that is too long, and draw each dark square once', () => {
  expect(() => qrOf('y'.repeat(413))).toThrow(RangeError)
  const rows = qrOf('A')
  expect(pathOf(rows).match(/M/g)).toHaveLength(rows.flat().filter(Boolean).length)
})
