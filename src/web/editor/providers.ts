// Monaco's providers for typing and hovering, answered by our parser of the statement at the cursor.

import type { editor, IRange, languages, Position } from 'monaco-editor'
import { parameterNames } from '#shared/sql/parameters.ts'
import type { DictionaryLabel } from '../api/dictionaries.ts'
import {
  complete,
  prepareCatalog,
  readStatement,
  type StatementView,
  withLabels,
} from './completion/complete.ts'
import { hoverAt } from './completion/hover.ts'
import type { Item, ItemKind } from './completion/items.ts'
import { callAt } from './completion/signature.ts'
import { languageId } from './language.ts'
import { documentOf } from './models.ts'
import { monaco } from './monaco.ts'
import { emptyCatalog, type SqlCatalog } from './types.ts'

let current: SqlCatalog = emptyCatalog

export const presentCatalog = (): SqlCatalog => current

/** The active editor's catalog; prepared when the browser is idle. */
export function provideCatalog(catalog: SqlCatalog): void {
  if (catalog === current) return
  current = catalog
  const later = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  later(() => prepareCatalog(catalog))
}

/** In characters; of a longer statement only the part around the cursor is parsed. */
const longestRead = 200_000
const mostLabels = 8

interface Read extends StatementView {
  text: string
  offset: number
}

export function readAt(model: editor.ITextModel, position: Position): Read | null {
  const index = documentOf(model)?.statements()
  if (!index) return null
  const text = model.getValue()
  const offset = model.getOffsetAt(position)
  const segment = index.segmentAt(offset)
  const start = Math.max(segment.start, offset - longestRead)
  const end = Math.min(segment.end, offset + longestRead)
  return { ...readStatement(text, start, end, current), text, offset }
}

const kinds: Record<ItemKind, () => languages.CompletionItemKind> = {
  column: () => monaco.languages.CompletionItemKind.Field,
  table: () => monaco.languages.CompletionItemKind.Struct,
  temporary: () => monaco.languages.CompletionItemKind.Struct,
  cte: () => monaco.languages.CompletionItemKind.Interface,
  alias: () => monaco.languages.CompletionItemKind.Variable,
  function: () => monaco.languages.CompletionItemKind.Function,
  keyword: () => monaco.languages.CompletionItemKind.Keyword,
  value: () => monaco.languages.CompletionItemKind.Value,
  parameter: () => monaco.languages.CompletionItemKind.Constant,
  join: () => monaco.languages.CompletionItemKind.Event,
  snippet: () => monaco.languages.CompletionItemKind.Snippet,
  type: () => monaco.languages.CompletionItemKind.TypeParameter,
}

const sqlText = (sql: string) => ({
  value: `\`\`\`${languageId}\n${sql.replaceAll('```', '')}\n\`\`\``,
})

/** As if the list came by itself: a list that is asked for would choose its first item, and Enter would take it. */
export const openList = { auto: true }

const nextCommand = {
  suggest: { id: 'editor.action.triggerSuggest', title: '', arguments: [openList] },
  signature: { id: 'editor.action.triggerParameterHints', title: '' },
}

function suggestionOf(
  item: Item,
  rank: number,
  typed: string,
  range: languages.CompletionItem['range'],
): languages.CompletionItem {
  return {
    label: { label: item.name, detail: item.type, description: item.comment ?? '' },
    kind: kinds[item.kind](),
    insertText: isWhole(item, typed) ? typed : item.insert,
    range,
    // We have already matched and sorted: Monaco must keep all items in order.
    filterText: typed,
    sortText: String(rank).padStart(4, '0'),
    ...(item.isSnippet
      ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet }
      : {}),
    ...(item.next ? { command: nextCommand[item.next] } : {}),
    ...(item.detail ? { documentation: item.kind === 'snippet' ? sqlText(item.detail) : item.detail } : {}),
  }
}

/** The word is complete, ignoring case: accepting it must not change how it is written. */
const isWhole = ({ insert, isSnippet }: Item, typed: string): boolean =>
  !isSnippet && insert.trimEnd().toLowerCase() === typed.toLowerCase()

async function labelsOf(dictId: number): Promise<readonly DictionaryLabel[]> {
  try {
    return await current.dictionary(dictId)
  } catch {
    // Without labels the user types the code.
    return []
  }
}

monaco.languages.registerCompletionItemProvider(languageId, {
  triggerCharacters: ['.', ':', "'", ' ', '('],
  provideCompletionItems: async (model, position, context) => {
    const read = readAt(model, position)
    if (!read || (isBySpace(context) && !waitsForName(read))) return { suggestions: [] }
    const names = parameterNames(read.text.length > longestRead ? '' : read.text)
    const typedParameter = /:([\p{L}\p{N}_$]+)$/u.exec(
      read.text.slice(Math.max(0, read.offset - 100), read.offset),
    )?.[1]
    const found = complete(
      read,
      read.offset,
      current,
      names.filter((name) => name !== typedParameter),
    )
    const items = found.wish ? withLabels(found, await labelsOf(found.wish.dictId)) : found.items
    const [only] = items
    if (items.length === 1 && only && isWhole(only, found.typed)) return { suggestions: [] }
    const range = rangesOf(model, position, found.start)
    return {
      incomplete: true,
      suggestions: items.map((item, rank) => suggestionOf(item, rank, found.typed, range)),
    }
  },
})

const isBySpace = ({ triggerKind, triggerCharacter }: languages.CompletionContext): boolean =>
  triggerKind === monaco.languages.CompletionTriggerKind.TriggerCharacter &&
  (triggerCharacter === ' ' || triggerCharacter === '(')

/** After a space, the list opens by itself only where nothing but a name can follow. */
const waitsForName = ({ text, offset }: Read): boolean =>
  /(?:\b(?:from|join|on|using)\s|\busing\s*\(|[=>]\s|\bin\s*\()$/i.test(
    text.slice(Math.max(0, offset - 30), offset),
  )

function rangesOf(
  model: editor.ITextModel,
  position: Position,
  start: number,
): { insert: IRange; replace: IRange } {
  const from = model.getPositionAt(start)
  const word = model.getWordAtPosition(position)
  const line = {
    startLineNumber: from.lineNumber,
    endLineNumber: position.lineNumber,
    startColumn: from.column,
  }
  return {
    insert: { ...line, endColumn: position.column },
    replace: { ...line, endColumn: Math.max(word?.endColumn ?? position.column, position.column) },
  }
}

monaco.languages.registerSignatureHelpProvider(languageId, {
  signatureHelpTriggerCharacters: ['(', ','],
  signatureHelpRetriggerCharacters: [')'],
  provideSignatureHelp: (model, position) => {
    const read = readAt(model, position)
    const call = read && callAt(read.words, read.offset, current)
    if (!call || call.signatures.length === 0) return null
    return {
      value: {
        signatures: call.signatures.map(({ label, parameters }) => ({
          label,
          documentation: call.description,
          parameters: parameters.map((place) => ({ label: place })),
        })),
        activeSignature: call.active,
        activeParameter: call.argument,
      },
      dispose: () => {},
    }
  },
})

monaco.languages.registerHoverProvider(languageId, {
  provideHover: async (model, position) => {
    const read = readAt(model, position)
    const found = read && hoverAt(read, read.offset, current)
    if (!found) return null
    const from = model.getPositionAt(found.start)
    const to = model.getPositionAt(found.end)
    const labels = found.dictId === null ? [] : await labelsOf(found.dictId)
    const lines = [
      ...found.lines,
      ...(labels.length > 0 ? [`字典 ${found.dictId}：${labelLine(labels)}`] : []),
    ]
    return {
      range: {
        startLineNumber: from.lineNumber,
        startColumn: from.column,
        endLineNumber: to.lineNumber,
        endColumn: to.column,
      },
      contents: [
        { value: `\`\`\`${languageId}\n${found.title.replaceAll('```', '')}\n\`\`\`` },
        ...lines.map((line) => ({ value: plainText(line) })),
      ],
    }
  },
})

const labelLine = (labels: readonly DictionaryLabel[]): string =>
  labels
    .slice(0, mostLabels)
    .map(({ code, label }) => `${code} ${label}`)
    .join('，') + (labels.length > mostLabels ? ` … 共 ${labels.length} 项` : '')

/** A comment is plain text: nothing in it may become markup. */
const plainText = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, '\\$&')
