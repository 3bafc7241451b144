// The declaration of a list by its slice. `ListPage` builds the page from it: address, table, states, keys,
// export.
import type { ComponentType, ReactElement, ReactNode } from 'react'
import type { CommandId } from '#commands/index.ts'
import type { PermissionKey } from '#shared/permissions.ts'
import type { CellValue } from '../table/types.ts'

/** What a colour means. The word beside it says the same. */
export type Tone = 'good' | 'bad' | 'warning' | 'active' | 'muted'

/**
 * How a column's values are shown: `time` is an ISO text or milliseconds, shown to the minute in the
 * business's zone; `badge` a word with a dot in its tone; `code` an identifier or SQL; `number` is grouped
 * and right-aligned.
 */
type CellKind = 'text' | 'number' | 'time' | 'badge' | 'user' | 'code'

export interface ListColumn<Row> {
  key: string
  title: string
  /** Muted after the title: 元, %. */
  unit?: string
  kind?: CellKind
  /** The value to sort by and export. */
  value: (row: Row) => CellValue
  /** The displayed and copied text, where it differs from the value (a state's word). */
  text?: (row: Row) => string
  tone?: (row: Row) => Tone | undefined
  /** Readings of its text, in the form of src/shared/pinyin.ts, for searching by pinyin. */
  pinyin?: (row: Row) => string
  /**
   * Whether the search includes it; by default all but numbers and times. A function returns the whole text
   * where the cell shows a part.
   */
  searched?: boolean | ((row: Row) => string)
  /** Whether it can be sorted by: by default yes, but in paged lists only where true. */
  sortable?: boolean
  /** Sort key, where the value's own order is not meant (states by urgency). */
  rank?: (row: Row) => number | string | null
  /** In pixels; by default as wide as the texts. */
  width?: number
}

export interface FilterOption {
  value: string
  title: string
}

type FilterKind<Row> =
  | {
      /** One value, or several at once. */
      kind: 'select' | 'several'
      /** Fixed, or derived from the rows. */
      options: readonly FilterOption[] | ((rows: readonly Row[]) => readonly FilterOption[])
      /** Whether a row matches one value; in paged lists the server decides. */
      holds?: (row: Row, value: string) => boolean
    }
  | {
      /** A range of days, both ends inclusive; either end may be open. */
      kind: 'dates'
      /** The row's day, YYYY-MM-DD. */
      dayOf?: (row: Row) => string | null
    }
  | { kind: 'yesNo'; yes?: string; no?: string; holds?: (row: Row) => boolean }
  /** Set from elsewhere (a tree beside the list); shown as a removable chip. */
  | { kind: 'chip'; holds?: (row: Row, value: string) => boolean; text?: (value: string) => string }

/** A filter; `key` is its name in the address. */
export type ListFilter<Row> = { key: string; title: string } & FilterKind<Row>

/** Search, filters and order of a list, as in the address. */
export interface ListQuestion {
  text: string
  /** Values by filter key: «several» joined by commas, «dates» as from..to, «yesNo» as 1 or 0. */
  filters: Readonly<Record<string, string>>
  /** A column's key; '' for the original order. */
  sort: string
  desc: boolean
}

/** Rows in table order; in paged lists some may be loading. */
export interface RowsInOrder<Row> {
  count: number
  at: (index: number) => Row | undefined
  /** -1 where it is missing or not loaded yet. */
  placeOf: (id: string) => number
}

export type ListSource<Row> =
  /** All rows, filtered and sorted in the browser: up to some 100,000. */
  | { kind: 'whole'; read: (signal: AbortSignal) => Promise<readonly Row[]> }
  /** Loaded by pages, filtered and sorted by the server. `page` counts from 1. */
  | {
      kind: 'pages'
      size: number
      read: (
        question: ListQuestion & { page: number; size: number },
        signal: AbortSignal,
      ) => Promise<{ total: number; rows: readonly Row[] }>
    }

/** An action on rows. Its title and key come from the registry's command. */
export interface RowAction<Row> {
  command: CommandId
  /** Short, for the button: 冻结. */
  title: string
  icon?: ReactElement
  /** Why it can't be done with this row; undefined where it can. */
  refuses?: (row: Row) => string | undefined
  /** Opens something for a single row. */
  start?: (row: Row) => void
  /** Opens something for one or several rows. */
  startMany?: (rows: readonly Row[]) => void
  /** Works on each of several rows. */
  each?: RowWork<Row>
}

export interface RowWork<Row> {
  /** «正在冻结...», «已冻结». */
  doing: string
  done: string
  /** Asks before; `detail` describes the consequences, `view` shows them where that needs the server. */
  asks?: { detail?: (rows: readonly Row[]) => string; view?: ComponentType<{ rows: readonly Row[] }> }
  /** Returns the row's new state, `null` where it is deleted, nothing where unchanged. */
  run: (row: Row, signal: AbortSignal) => Promise<Row | null | undefined>
  /** Undoes it; returns the row's state then. `after` is `run`'s result. */
  undo?: (row: Row, after: Row | null | undefined) => Promise<Row | undefined>
  /** Whether it can't be undone for a row, whatever `undo` does. */
  lasting?: (row: Row) => boolean
}

/** Deletions always ask; `{}` without further consequences. */
export type RemovalWork<Row> = RowWork<Row> & Required<Pick<RowWork<Row>, 'asks'>>

export interface ListFormProps<Row> {
  /** The edited row; null for a new one. */
  row: Row | null
  onClose: () => void
  /** Adds it to the list and selects it. */
  onSaved: (row: Row) => void
}

interface ListForm<Row> {
  view: ComponentType<ListFormProps<Row>>
  /** Whether it can create rows; true by default. */
  creates?: boolean
  /** Why a row can't be edited. */
  refuses?: (row: Row) => string | undefined
}

export interface ListPasteProps {
  onClose: () => void
  /** Reloads the list. */
  onDone: () => void
}

export interface ListDeclaration<Row> {
  /** Unique: key of stored settings (widths, column order). */
  name: string
  /** Path of its page. */
  path: string
  /** Another page that shows the same list; the state is then in the open page's address. */
  alsoAt?: string
  title: string
  /** The noun for a row, and its measure word: 查询, 个. */
  noun: string
  measure: string
  /** Placeholder of the search field: which texts are searched. */
  searchHint: string
  /** Shown above the rows: what can't be done here, before anybody tries; null where all can. */
  notice?: () => string | null
  columns: readonly ListColumn<Row>[]
  filters?: readonly ListFilter<Row>[]
  /** The default order: a column's key, with a leading - for descending. */
  sort?: string
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  source: ListSource<Row>
  /** Opens a row by Enter or double click. Without `open` they edit the row. */
  open?: (row: Row) => void
  /** Needed to create, edit, delete, paste; null needs only a session. */
  permission?: PermissionKey | null
  /** Replaces an empty form. */
  create?: () => void
  form?: ListForm<Row>
  paste?: ComponentType<ListPasteProps>
  /** The action of `list.delete`. */
  remove?: Omit<RowAction<Row>, 'command' | 'title' | 'start' | 'startMany' | 'each'> & {
    each: RemovalWork<Row>
  }
  /** Further actions, each with a command of its slice, whose handler calls `list.act(command)`. */
  actions?: readonly RowAction<Row>[]
  /** Polls this often while the shown rows change by themselves (running jobs). */
  follow?: { everyMs: number; while: (rows: readonly Row[]) => boolean }
  /** Shown while the list is empty; `action` is given if new rows come from elsewhere. */
  empty: {
    title: string
    description: string | (() => ReactNode)
    icon?: ReactElement
    action?: ReactElement
  }
}
