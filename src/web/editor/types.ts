// What the SQL editor is given and what it can be asked: for the pages that hold one.
import type { DictionaryLabel } from '../api/dictionaries.ts'

/** Shapes as the catalog's calls answer them; whole answers may be handed over as they are. */
export interface SqlColumn {
  name: string
  /** The engine's own: BIGINT, DECIMAL(18,2). */
  type: string
  /** Chinese name. */
  comment?: string
  /** Readings of the comment, as src/shared/pinyin.ts describes them. */
  pinyin?: string
  /** Names of the points and dimensions that are made of it. */
  points?: readonly string[]
  dimensions?: readonly string[]
  /** Dictionary that names its values. */
  dictId?: number | null
}

export interface SqlTable {
  name: string
  comment?: string
  pinyin?: string
  rowCount?: number
  updateTime?: string | null
  columns: readonly SqlColumn[]
}

/** A table beside the published ones: one's own, written `tmp.name`, or a dictionary, `dict.name`. */
export interface SqlTemporaryTable {
  name: string
  /** Absent: `tmp`. */
  schema?: 'tmp' | 'dict'
  /** What it is called where its name does not say it. */
  comment?: string
  /** As it is written in SQL. */
  fullName: string
  pinyin?: string
  rowCount?: number
  expiresAt?: string
  columns: readonly SqlColumn[]
}

export interface SqlFunctionEntry {
  name: string
  signatures: readonly string[]
  kind: 'scalar' | 'aggregate' | 'table' | 'macro'
  description: string
}

/** A piece of SQL that the user keeps; `body` as src/shared/sql/snippet.ts reads it. */
export interface SqlSnippet {
  prefix: string
  title: string
  body: string
  /** Readings of the prefix and of the title. */
  prefixPinyin?: string
  pinyin?: string
}

/** Keep its identity while nothing changed: what is prepared for it is remembered by it. */
export interface SqlCatalog {
  tables: readonly SqlTable[]
  functions: readonly SqlFunctionEntry[]
  temporary: readonly SqlTemporaryTable[]
  snippets?: readonly SqlSnippet[]
  /** Asked for when a value of such a column is completed or pointed at. A failure shows no labels. */
  dictionary: (dictId: number) => Promise<readonly DictionaryLabel[]>
}

export const emptyCatalog: SqlCatalog = {
  tables: [],
  functions: [],
  temporary: [],
  dictionary: async () => [],
}

/** A table that a name in the text comes from; `column`: the one that was asked for. */
export interface DefinedTable {
  schema: 'main' | 'tmp' | 'dict'
  name: string
  column: string | null
}

/** A failure shown in the text, at a place of the whole text. */
export interface EditorProblem {
  /** From 1. */
  line: number
  /** From 1, in characters as the text counts them (UTF-16). */
  column: number
  /** 0 or null marks the word that stands there. */
  length: number | null
  message: string
}

/** A piece of the text; `end` is behind its last character. */
export interface SqlTarget {
  sql: string
  start: number
  end: number
}

export interface EditorPlace {
  /** From 1. */
  line: number
  column: number
}

export interface SqlEditorHandle {
  /** The selection if it says something, else the statement at the cursor; null where there is none. */
  target(): SqlTarget | null
  /** The selection if it says something, else the whole text. */
  selectionOrAll(): SqlTarget
  /** Every statement of the text. */
  all(): SqlTarget[]
  text(): string
  position(): EditorPlace
  /** Replaces the selection; one step of undo. The cursor stands behind it, and the editor has the focus. */
  insert(text: string): void
  /** Replaces the selection by a snippet, whose places are filled in one after another. */
  insertSnippet(body: string): void
  /** What is selected, as it stands; '' where nothing is. */
  selection(): string
  cut(): void
  copy(): void
  /** Puts the cursor where the pointer is, unless that is within the selection. */
  pointAt(x: number, y: number): void
  /** Replaces the whole text; one step of undo. */
  replace(text: string): void
  /** The selection's statements, or all. Rejects with a message in Chinese where it can't be read; the text stays. */
  format(): Promise<void>
  complete(): void
  /** Closes what has popped up over the text. */
  closeLists(): void
  focus(): void
  hasFocus(): boolean
  /** Puts the cursor there and shows it. */
  reveal(place: EditorPlace): void
  /** Puts the cursor on the next (or the one before) problem and opens its message. False where there is none. */
  nextProblem(backwards?: boolean): boolean
  /** To where the name at the cursor comes from; false where it comes from nowhere. */
  goToDefinition(): boolean
  /** Asks for another name of what stands at the cursor, in place. */
  rename(): void
  /** Offers what would mend the statement at the cursor. */
  fix(): void
  undo(): void
  redo(): void
}

export interface SqlEditorProps {
  /** One text with its undo history each, kept until `disposeDocument` (src/web/editor/documents.ts). */
  documentId: string
  /** The document's text. Another one than it holds replaces it, as one step of undo. */
  text: string
  onChange: (text: string) => void
  catalog: SqlCatalog
  /** What the last run said is wrong. Marks are gone as soon as their statement is edited. */
  problems?: readonly EditorProblem[]
  /** Told at each move of the cursor. */
  onCursor?: (place: EditorPlace) => void
  /** Told once Monaco is there; null when the editor goes. The handle always speaks of the document that is shown. */
  /** Told where a table is asked for by a name in the text. */
  onTable?: (table: DefinedTable) => void
  onReady?: (handle: SqlEditorHandle | null) => void
  /** For screen readers: names the document. */
  label: string
  readOnly?: boolean
}
