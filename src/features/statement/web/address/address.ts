// The address of a report: everything that the reader changed, compactly; unchanged parts are left out.
// Reading never throws: an invalid part is dropped and named, the rest applies.

import { isId } from '#semantic/model/address/filterCode.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { detailPath } from './link.ts'
import { type AddressPart, addressParts, type ChangeableKey, changeableKeys } from './parts.ts'

/** What an address replaces in a report's definition; null removes the saved part. */
export type ReportChanges = { [Key in ChangeableKey]?: ReportInfo[Key] | null }

export interface ReportAddress {
  view: number | null
  /** Null: the view's first report; 0: an unsaved one. */
  report: number | null
  changes: ReportChanges
}

/** Marks that the saved part is removed. */
const takenAway = '-'

const partOf = (key: ChangeableKey) => addressParts[key] as AddressPart<unknown>

/** `path`: the page that shows it; other pages use the same query. */
export function writeAddress({ view, report, changes }: ReportAddress, path = detailPath): string {
  const query: [string, string][] = []
  if (view !== null) query.push(['id', String(view)])
  if (report !== null) query.push(['report', String(report)])
  for (const key of changeableKeys) {
    const value = changes[key]
    if (value === undefined) continue
    const { param, write } = partOf(key)
    const texts = value === null ? takenAway : write(value)
    for (const text of typeof texts === 'string' ? [texts] : texts) query.push([param, text])
  }
  // Commas, tildes and exclamation marks need no escape in a query, which keeps links short and readable.
  const text = new URLSearchParams(query)
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%7E', '~')
    .replaceAll('%21', '!')
  return `${path}${text && `?${text}`}`
}

/** Chinese names of the parts that could not be read. */
export type AddressProblem = string

export function readAddress(search: string): { address: ReportAddress; problems: AddressProblem[] } {
  const query = queryOf(search)
  const problems: AddressProblem[] = []
  const read = <Value>(param: string, name: string, reader: (texts: string[]) => Value | undefined) => {
    const texts = query.getAll(param)
    if (texts.length === 0) return undefined
    const value = reader(texts)
    if (value === undefined) problems.push(name)
    return value
  }
  const view = read('id', '报表编号', ([text = '']) => (isId(text) ? Number(text) : undefined)) ?? null
  const report =
    read('report', '子报表', ([text = '']) => (text === '0' || isId(text) ? Number(text) : undefined)) ?? null
  const changes: Record<string, unknown> = {}
  for (const key of changeableKeys) {
    const { param, name, read: reader } = partOf(key)
    const isTaken = query.get(param) === takenAway
    const value = isTaken ? null : read(param, name, reader)
    if (value !== undefined) changes[key] = value
  }
  return { address: { view, report, changes: changes as ReportChanges }, problems }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A definition is invalid without these. */
const needed: readonly ChangeableKey[] = ['dims', 'points']

/** The saved definition with the address's changes. */
export function applyChanges(saved: ReportInfo, changes: ReportChanges): ReportInfo {
  const info: Record<string, unknown> = { ...saved }
  for (const key of changeableKeys) {
    const value = changes[key]
    if (value === null && !needed.includes(key)) delete info[key]
    else if (value !== undefined && value !== null) info[key] = value
  }
  return info as unknown as ReportInfo
}

/** The differences from the saved definition; reverting a change by hand leaves a clean address. */
export function changesFrom(saved: ReportInfo, info: ReportInfo): ReportChanges {
  const changes: Record<string, unknown> = {}
  for (const key of changeableKeys) {
    const { absent } = partOf(key)
    const now = info[key] ?? absent
    if (same(now, saved[key] ?? absent)) continue
    // An empty column order is no order.
    if (key === 'columns' && !info.columns?.length) continue
    changes[key] = now ?? null
  }
  return changes as ReportChanges
}
