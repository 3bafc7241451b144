// Masks of personal data in values that no statement reads, such as those of log lines; the same as in statements
// (src/semantic/sql/masks.ts), so that a value is recognized by its mask in both.
import { createHash } from 'node:crypto'
import type { PersonalKind } from '#shared/personal.ts'

/** `key`: of the hashes. An empty text stays empty. */
export function maskedText(value: string, kind: PersonalKind, key: string): string {
  return value === '' ? '' : ofKind[kind](value, key)
}

const first = (value: string, count: number) => [...value].slice(0, count).join('')
const last = (value: string, count: number) => [...value].slice(-count).join('')
const long = (value: string, least: number) => [...value].length >= least

const ofKind: Record<PersonalKind, (value: string, key: string) => string> = {
  device: (value, key) => `#${createHash('sha256').update(`${key}${value}`).digest('hex').slice(0, 20)}`,
  phone: (value) => (long(value, 10) ? `${first(value, 3)}****${last(value, 4)}` : '****'),
  name: (value) => `${first(value, 1)}*`,
  idCard: (value) => (long(value, 15) ? `${first(value, 3)}*************${last(value, 2)}` : '****'),
  email: (value) => (value.includes('@') ? `${first(value, 1)}***@${value.split('@').at(-1)}` : '***'),
  ip: (value) => {
    const [sign, rest] = value.includes(':') ? [':', ':*'] : ['.', '.*.*']
    if (!value.includes(sign)) return '*'
    const [one = '', other = ''] = value.split(sign)
    return `${one}${sign}${other}${rest}`
  },
  other: () => '***',
}
