// The SQL editor's props and interface, for the pages that use it.
import type { DictionaryLabel } from '../api/dictionaries.ts'

/** The same shapes as the catalog calls' answers, which may be passed directly. */
export interface SqlColumn {
  name: string
  /** The engine's own type: BIGINT, DECIMAL(18,2). */
  type: string
  /** Chinese name. */
  comment?: string
  /** Readings of the comment, in the form of src/shared/pinyin.ts. */
  pinyin?: string
  /** Names of the points and dimensions based on it. */
  points?: readonly string[]
  dimensions?: readonly string[]
  /** The dictionary with its values' labels. */
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

/** A table other than the published ones: a temp table, written `tmp.name`, or a dictionary, `dict.name`. */
export interface SqlTemporaryTable {
  name: string
  /** Absent: `tmp`. */
  schema?: 'tmp' | 'dict'
  /** Its label where the name does not say it. */
  comment?: string
  /** As written in SQL. */
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

/** A user's SQL snippet; `body` in the syntax of src/shared/sql/snippet.ts. */
export interface SqlSnippet {
  prefix: string
  title: string
  body: string
  /** Readings of the prefix and of the title. */
  prefixPinyin?: string
  pinyin?: string
}

/** Keep its identity while nothing changed: prepared data is cached by identity. */
export interface SqlCatalog {
  tables: readonly SqlTable[]
  functions: readonly SqlFunctionEntry[]
  temporary: readonly SqlTemporaryTable[]
  snippets?: readonly SqlSnippet[]
  /** Called when a value of such a column is completed or hovered. A failure shows no labels. */
  dictionary: (dictId: number) => Promise<readonly DictionaryLabel[]>
}

export const emptyCatalog: SqlCatalog = {
  tables: [],
  functions: [],
  temporary: [],
  dictionary: async () => [],
}

/** A table in the text; `column`: the requested one. */
export interface DefinedTable {
  schema: 'main' | 'tmp' | 'dict'
  name: string
  column: string | null
}

/** An error marked in the text, with its position in the whole text. */
export interface EditorProblem {
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units. */
  column: number
  /** 0 or null marks the word at the position. */
  length: number | null
  message: string
}

/** A range of the text; `end` is exclusive. */
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
  /** The selection unless blank, else the statement at the cursor; null where there is none. */
  target(): SqlTarget | null
  /** The selection unless blank, else the whole text. */
  selectionOrAll(): SqlTarget
  /** Every statement of the text. */
  all(): SqlTarget[]
  text(): string
  position(): EditorPlace
  /** Replaces the selection in one undo step. The cursor is placed after it, and the editor is focused. */
  insert(text: string): void
  /** Replaces the selection by a snippet, whose placeholders are filled in one by one. */
  insertSnippet(body: string): void
  /** The selected text; '' without a selection. */
  selection(): string
  cut(): void
  copy(): void
  /** Moves the cursor to the pointer, unless that is inside the selection. */
  pointAt(x: number, y: number): void
  /** Replaces the whole text in one undo step. */
  replace(text: string): void
  /**
   * Formats the selection's statements, or all. Rejects with a Chinese message where the text can't be
   * parsed; the text stays.
   */
  format(): Promise<void>
  complete(): void
  /** Closes popups over the text. */
  closeLists(): void
  focus(): void
  hasFocus(): boolean
  /** Moves the cursor there and reveals it. */
  reveal(place: EditorPlace): void
  /** Moves to the next (or previous) problem and opens its message. False where there is none. */
  nextProblem(backwards?: boolean): boolean
  /** Goes to the definition of the name at the cursor; false without one. */
  goToDefinition(): boolean
  /** Starts renaming the name at the cursor, in place. */
  rename(): void
  /** Offers quick fixes for the statement at the cursor. */
  fix(): void
  undo(): void
  redo(): void
}

export interface SqlEditorProps {
  /**
   * Each document has its own text and undo history, kept until `disposeDocument`
   * (src/web/editor/documents.ts).
   */
  documentId: string
  /** The document's text. A different one replaces the model's, as one undo step. */
  text: string
  onChange: (text: string) => void
  catalog: SqlCatalog
  /** The last run's errors. A mark disappears as soon as its statement is edited. */
  problems?: readonly EditorProblem[]
  /** Called on each cursor movement. */
  onCursor?: (place: EditorPlace) => void
  /** Called when a table is requested by its name in the text. */
  onTable?: (table: DefinedTable) => void
  /**
   * Called when Monaco is ready, and with null when the editor unmounts. The handle always refers to the
   * shown document.
   */
  onReady?: (handle: SqlEditorHandle | null) => void
  /** Where the cursor begins, if the editor shall take a free focus before Monaco is loaded. */
  takesFocus?: EditorPlace | undefined
  /** For screen readers: names the document. */
  label: string
  readOnly?: boolean
}
