// What a slice says about one of its lists. `ListPage` makes the page of it: address, table, states, keys, export.
import type { ComponentType, ReactElement, ReactNode } from 'react'
import type { CommandId } from '#commands/index.ts'
import type { PermissionKey } from '#shared/permissions.ts'
import type { CellValue } from '../table/types.ts'

/** What a colour says of a state. The word beside it says the same. */
export type Tone = 'good' | 'bad' | 'warning' | 'active' | 'muted'

/**
 * How a column's values read: `time` is an ISO text or milliseconds, shown to the minute in the business's zone; `badge`
 * a word with a dot in its tone; `code` an identifier or SQL; `number` is grouped and stands at the right.
 */
export type CellKind = 'text' | 'number' | 'time' | 'badge' | 'user' | 'code'

export interface ListColumn<Row> {
  key: string
  title: string
  /** Muted after the title: 元, %. */
  unit?: string
  kind?: CellKind
  /** What it sorts by and is exported as. */
  value: (row: Row) => CellValue
  /** What is read and copied, where the value does not say it (a state's word). */
  text?: (row: Row) => string
  tone?: (row: Row) => Tone | undefined
  /** Readings of its text, as src/shared/pinyin.ts describes them: then it is found by pinyin too. */
  pinyin?: (row: Row) => string
  /**
   * Whether the search looks into it; all but numbers and times are looked into unless told. A function gives the whole
   * text where the cell shows a part.
   */
  searched?: boolean | ((row: Row) => string)
  /** Whether it can be sorted by: yes, but of pages from the server only those that say so. */
  sortable?: boolean
  /** Its place when sorted, where the value's own order is not meant (states by urgency). */
  rank?: (row: Row) => number | string | null
  /** In pixels; else as wide as its texts. */
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
      /** Given, or read off the rows. */
      options: readonly FilterOption[] | ((rows: readonly Row[]) => readonly FilterOption[])
      /** Whether a row answers one value; of pages the server decides. */
      holds?: (row: Row, value: string) => boolean
    }
  | {
      /** From one day to another, both included; either may be open. */
      kind: 'dates'
      /** YYYY-MM-DD. */
      dayOf?: (row: Row) => string | null
    }
  | { kind: 'yesNo'; yes?: string; no?: string; holds?: (row: Row) => boolean }
  /** Set from elsewhere (a tree beside the list); shown as a chip that can be taken away. */
  | { kind: 'chip'; holds?: (row: Row, value: string) => boolean; text?: (value: string) => string }

/** Its key stands in the address. */
export type ListFilter<Row> = { key: string; title: string } & FilterKind<Row>

/** What narrows and orders a list, as it stands in the address. */
export interface ListQuestion {
  text: string
  /** By the filter's key; «several» joined by commas, «dates» as from..to, «yesNo» as 1 or 0. */
  filters: Readonly<Record<string, string>>
  /** A column's key; '' for the order in which rows come. */
  sort: string
  desc: boolean
}

/** Rows as they stand in the table; of pages some may be on their way. */
export interface RowsInOrder<Row> {
  count: number
  at: (index: number) => Row | undefined
  /** -1 where it is not there, or not read yet. */
  placeOf: (id: string) => number
}

export type ListSource<Row> =
  /** All rows, narrowed and sorted in the browser: up to some 100,000. */
  | { kind: 'whole'; read: (signal: AbortSignal) => Promise<readonly Row[]> }
  /** By pages, narrowed and sorted by the server. `page` counts from 1. */
  | {
      kind: 'pages'
      size: number
      read: (
        question: ListQuestion & { page: number; size: number },
        signal: AbortSignal,
      ) => Promise<{ total: number; rows: readonly Row[] }>
    }

/** What can be done with rows. Its title and key come from the registry's command. */
export interface RowAction<Row> {
  command: CommandId
  /** Short, for the button: 冻结. */
  title: string
  icon?: ReactElement
  /** Why it cannot be done with this row; undefined where it can. */
  refuses?: (row: Row) => string | undefined
  /** Opens something for one row alone. */
  start?: (row: Row) => void
  /** Opens something for one or several. */
  startMany?: (rows: readonly Row[]) => void
  /** Or works on each of several rows. */
  each?: RowWork<Row>
}

export interface RowWork<Row> {
  /** «正在冻结...», «已冻结». */
  doing: string
  done: string
  /** Asks before; `detail` says what follows from it, `view` shows it where it takes a look at the server. */
  asks?: { detail?: (rows: readonly Row[]) => string; view?: ComponentType<{ rows: readonly Row[] }> }
  /** Answers the row as it is now, `null` where it is gone, nothing where it is as before. */
  run: (row: Row, signal: AbortSignal) => Promise<Row | null | undefined>
  /** Takes it back; answers the row as it is then. `after` is what `run` answered. */
  undo?: (row: Row, after: Row | null | undefined) => Promise<Row | undefined>
  /** Whether it stands for a row, whatever `undo` could do. */
  lasting?: (row: Row) => boolean
}

/** A deletion asks, whatever the list; `{}` where nothing follows from it beside that the rows are gone. */
export type RemovalWork<Row> = RowWork<Row> & Required<Pick<RowWork<Row>, 'asks'>>

export interface ListFormProps<Row> {
  /** Null for a new one. */
  row: Row | null
  onClose: () => void
  /** Puts it into the list, chosen. */
  onSaved: (row: Row) => void
}

export interface ListForm<Row> {
  view: ComponentType<ListFormProps<Row>>
  /** Whether new ones can be made by it; yes unless told. */
  creates?: boolean
  /** Why a row cannot be edited. */
  refuses?: (row: Row) => string | undefined
}

export interface ListPasteProps {
  onClose: () => void
  /** Reads the list anew. */
  onDone: () => void
}

export interface ListDeclaration<Row> {
  /** Unique: names what is remembered of it (widths, column order). */
  name: string
  /** Of its page. */
  path: string
  /** Another page that shows the same list; its state then stands in the address of the one that is open. */
  alsoAt?: string
  title: string
  /** What one row is, and how it is counted: 查询, 个. */
  noun: string
  measure: string
  /** In the search field: where it looks. */
  searchHint: string
  columns: readonly ListColumn<Row>[]
  filters?: readonly ListFilter<Row>[]
  /** The order without one in the address: a column's key, led by - for the other way round. */
  sort?: string
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  source: ListSource<Row>
  /** Enter and double click. Without it they edit. */
  open?: (row: Row) => void
  /** Needed to create, edit, delete, paste; null needs a session alone. */
  permission?: PermissionKey | null
  /** Instead of an empty form. */
  create?: () => void
  form?: ListForm<Row>
  paste?: ComponentType<ListPasteProps>
  /** By `list.delete`. */
  remove?: Omit<RowAction<Row>, 'command' | 'title' | 'start' | 'startMany' | 'each'> & {
    each: RemovalWork<Row>
  }
  /** What else can be done; each with a command of its slice, whose handler calls `list.act(command)`. */
  actions?: readonly RowAction<Row>[]
  /** Read again so often while rows show that they change by themselves (jobs at work). */
  follow?: { everyMs: number; while: (rows: readonly Row[]) => boolean }
  /** What is said where there is nothing yet; `action` where new ones come from elsewhere. */
  empty: {
    title: string
    description: string | (() => ReactNode)
    icon?: ReactElement
    action?: ReactElement
  }
}
