// Parses values, reasons and expiry days of entries.
import { isIP } from 'node:net'
import { cleanLine, cleanName } from '#server/objects/texts.ts'
import { calendarDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import type { EntryKind } from '../contract.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)
const longestValue = 200

export function cleanValue(kind: EntryKind, text: string): string {
  const value = cleanName(text, '值', longestValue)
  if (kind === 'ip') return cleanAddress(value)
  if (/\s/u.test(value)) throw wrong('值不能含空格')
  return value
}

/** An IP address, or a network (10.0.0.0/8). */
function cleanAddress(text: string): string {
  const [address = '', bits, more] = text.split('/')
  const family = isIP(address)
  const most = family === 6 ? 128 : 32
  const isNet = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  if (family === 0 || !isNet || more !== undefined) throw wrong('不是有效的 IP 地址或网段')
  return text.toLowerCase()
}

export const cleanReason = (text: string): string => cleanLine(text, '原因', 200)

/**
 * Null for no end. A past day would have no effect and is refused, unless the entry already has it (`kept`).
 */
export function cleanExpiry(day: string | null, today: string, kept: string | null = null): string | null {
  const text = day?.trim() ?? ''
  if (text === '') return null
  if (calendarDay(text) === null || text < '2000-01-01' || text > '2100-12-31')
    throw wrong(`有效期「${text.slice(0, 20)}」不是有效的日期，应为 2026-01-31`)
  if (text < today && text !== kept) throw wrong(`有效期 ${text} 已过，请填写今天或以后的日期`)
  return text
}
