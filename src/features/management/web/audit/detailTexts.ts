// Formats the details of an audit row for readers.

import { type AuditDetailName, auditDetailNames } from '#shared/auditDetails.ts'
import { emptyText } from '#shared/nothing.ts'
import { timeText } from '#web/ui/timeText.ts'
import { codeWord, innerNames } from './detailCodes.ts'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const nameOf = (name: string): string =>
  Object.hasOwn(auditDetailNames, name)
    ? auditDetailNames[name as AuditDetailName]
    : Object.hasOwn(innerNames, name)
      ? (innerNames[name] ?? name)
      : name

export function detailFacts(detail: string): [string, string][] {
  return Object.entries(parsed(detail)).map(([name, value]) => [nameOf(name), valueText(name, value)])
}

/** In one line. */
export const detailText = (detail: string): string =>
  detailFacts(detail)
    .map(([name, value]) => `${name} ${value.replaceAll(/\s+/g, ' ')}`)
    .join('，')

function parsed(detail: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(detail)
    return typeof value === 'object' && value !== null ? { ...value } : { 值: value }
  } catch {
    return { 值: detail }
  }
}

function valueText(name: string, value: unknown): string {
  if (value === null) return emptyText
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return textOf(name, value)
  if (Array.isArray(value)) return listText(name, value)
  return innerText(name, value as object)
}

function textOf(name: string, value: string): string {
  if (moment.test(value)) return timeText(value)
  if (name === 'games') return gamesText(value)
  return codeWord(name, value)
}

/** A scope of games, stored as JSON. */
function gamesText(value: string): string {
  if (!/^["[]/.test(value)) return codeWord('games', value)
  const games: unknown = JSON.parse(value)
  return Array.isArray(games) ? listText('games', games) : codeWord('games', String(games))
}

function listText(name: string, values: readonly unknown[]): string {
  if (values.length === 0) return emptyText
  return values.map((one) => valueText(name, one)).join(values.some(isObject) ? '；' : '、')
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Parameter values have names of their own. */
const innerText = (name: string, value: object): string =>
  Object.entries(value)
    .map(([key, inner]) => `${name === 'values' ? key : nameOf(key)} ${valueText(key, inner)}`)
    .join('，')
