// Candidates with their display and inserted text.
import { editorSnippet, snippetText } from '#shared/sql/snippet.ts'
import type { SqlCatalog, SqlFunctionEntry, SqlSnippet, SqlTable, SqlTemporaryTable } from '../types.ts'
import { endsItem, reserved } from './keywords.ts'
import type { Matchable } from './rank.ts'
import { readingOf } from './readings.ts'
import type { ScopeColumn, Source } from './scopeTypes.ts'

export type ItemKind =
  | 'column'
  | 'table'
  | 'temporary'
  | 'cte'
  | 'alias'
  | 'function'
  | 'keyword'
  | 'value'
  | 'parameter'
  | 'join'
  | 'snippet'
  | 'type'

export interface Item extends Matchable {
  kind: ItemKind
  type: string
  insert: string
  /** `insert` has placeholders: `${1:name}`, `$0`. */
  isSnippet?: boolean
  /** After insertion, completion continues, or the signature is shown. */
  next?: 'suggest' | 'signature'
  /** Details for the pane beside the list. */
  detail?: string
}

const plain = /^[\p{L}_][\p{L}\p{M}\p{N}_$]*$/u

/** The spelling of a name in SQL; `place` decides which names need quotes. */
export function quoteName(name: string, place: 'column' | 'table' = 'column'): string {
  const taken = place === 'column' ? reserved : endsItem
  return plain.test(name) && !taken.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`
}

/** Escapes the characters that have a meaning in snippets. */
const escapeSnippet = (text: string): string => text.replace(/[\\$}]/g, '\\$&')

export function columnItem(
  column: ScopeColumn,
  catalog: SqlCatalog,
  {
    group,
    owner = null,
    from = column.table,
  }: { group: number; owner?: string | null; from?: string | undefined },
): Item {
  const name = owner === null ? column.name : `${owner}.${column.name}`
  const insert =
    owner === null ? quoteName(column.name) : `${quoteName(owner, 'table')}.${quoteName(column.name)}`
  return {
    kind: 'column',
    name,
    namePinyin: readingOf(name, catalog),
    type: column.type.toLowerCase(),
    comment: column.comment ?? '',
    pinyin: column.pinyin ?? '',
    insert,
    detail: from ?? '',
    group,
  }
}

export function tableItem(table: SqlTable, group: number): Item {
  return {
    kind: 'table',
    name: table.name,
    type: rowsOf(table.rowCount),
    comment: table.comment ?? '',
    pinyin: table.pinyin ?? '',
    insert: quoteName(table.name, 'table'),
    group,
  }
}

export function temporaryItem(table: SqlTemporaryTable, group: number, qualified: boolean): Item {
  const { schema = 'tmp' } = table
  return {
    kind: 'temporary',
    name: qualified ? `${schema}.${table.name}` : table.name,
    namePinyin: table.pinyin ?? '',
    type: rowsOf(table.rowCount),
    comment: table.comment ?? (schema === 'dict' ? '字典' : '临时表'),
    insert: `${qualified ? `${schema}.` : ''}${quoteName(table.name, 'table')}`,
    group,
  }
}

export function rowsOf(count: number | undefined): string {
  if (count === undefined) return ''
  if (count >= 1e8) return `${+(count / 1e8).toFixed(1)} 亿行`
  return count >= 1e4 ? `${+(count / 1e4).toFixed(1)} 万行` : `${count} 行`
}

export const sourceWords: Record<Source['kind'], string> = {
  table: '表别名',
  temporary: '临时表别名',
  cte: 'WITH 子句',
  subquery: '子查询',
  function: '表函数',
  unknown: '别名',
}

export function aliasItem(source: Source, catalog: SqlCatalog, group: number): Item {
  const alias = source.alias as string
  return {
    kind: 'alias',
    name: alias,
    namePinyin: readingOf(alias, catalog),
    type: sourceWords[source.kind],
    comment: source.table && 'comment' in source.table ? (source.table.comment ?? '') : source.name,
    insert: `${quoteName(alias, 'table')}.`,
    next: 'suggest',
    group,
  }
}

const kinds: Record<SqlFunctionEntry['kind'], string> = {
  scalar: '函数',
  aggregate: '汇总',
  table: '表函数',
  macro: '函数',
}

export function functionItem(entry: SqlFunctionEntry, group: number): Item {
  const takesNothing = entry.signatures.length > 0 && entry.signatures.every((text) => /\(\s*\)/.test(text))
  return {
    kind: 'function',
    name: `${entry.name}()`,
    type: kinds[entry.kind],
    comment: entry.description,
    insert: `${escapeSnippet(quoteName(entry.name, 'table'))}(${takesNothing ? ')' : '$0)'}`,
    isSnippet: true,
    ...(takesNothing ? {} : { next: 'signature' as const }),
    detail: entry.signatures.join('\n'),
    group,
  }
}

export const keywordItem = (name: string, group: number): Item => ({
  kind: 'keyword',
  name,
  type: '',
  insert: /^(all|end|null|true|false|asc|desc|distinct on)$/.test(name) ? name : `${name} `,
  group,
})

const longestPreview = 2_000

/** The detail is computed when it is viewed: there may be many long snippets. */
export const ownSnippetItem = (
  { prefix, title, body, prefixPinyin, pinyin }: SqlSnippet,
  group: number,
): Item => ({
  kind: 'snippet',
  name: prefix,
  namePinyin: prefixPinyin ?? '',
  type: '我的片段',
  comment: title,
  pinyin: pinyin ?? '',
  get insert() {
    return editorSnippet(body)
  },
  isSnippet: true,
  get detail() {
    return snippetText(body).slice(0, longestPreview)
  },
  group,
})
