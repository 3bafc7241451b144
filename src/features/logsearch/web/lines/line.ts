// One line: its fields, its request, the content of its cells.

import { call, quiet } from '#web/api/client.ts'
import { type LogWholeLine, readLine } from '#features/logsearch/contract.ts'
import type { ShownLine } from '../reading/question.ts'
import { requestField } from '../reading/request.ts'
import { shownText, startOf } from './safeText.ts'

/** Undefined where the line has no such field. */
export function fieldOf(line: ShownLine, name: string): string | undefined {
  const found = line.fields.find((field) => field.name === name)?.value
  return found ?? (name === 'level' && line.level ? line.level : undefined)
}

const requestFields = [requestField, 'requestId', 'request_id', 'request-id', 'traceId', 'trace_id']

export function requestOf(line: ShownLine): string | null {
  for (const name of requestFields) {
    const value = fieldOf(line, name)
    if (value) return value
  }
  return null
}

const messageFields = ['msg', 'message', '@message', 'event']
/** These fields have their own columns. */
const ownColumns = new Set(['time', 'level', 'timestamp', '@timestamp', 'ts'])
/** Characters of a line shown in a row; the details have all. */
const mostShown = 2_000
const longestValue = 200

/** The summary in a row: for objects the message, then fields without a column; else the line itself. */
export function summaryOf(line: ShownLine, columns: readonly string[]): string {
  if (!/^\s*\{/.test(line.text) || line.fields.length === 0) return oneRow(line.text)
  const message = messageFields.find((name) => fieldOf(line, name))
  const parts = line.fields.flatMap(({ name, value }) =>
    name === message || ownColumns.has(name) || columns.includes(name)
      ? []
      : [`${name}=${value.length > longestValue ? `${startOf(value, longestValue)}…` : value}`],
  )
  return oneRow([...(message ? [fieldOf(line, message)] : []), ...parts].join('  '))
}

const oneRow = (text: string): string => {
  const start = startOf(text, mostShown)
  return shownText(start.length < text.length ? `${start}…` : start)
}

export const readWhole = (entrance: string, logStore: string, line: string): Promise<LogWholeLine> =>
  call(readLine, { params: { entrance, logStore, line } }, quiet)
