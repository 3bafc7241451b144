// The one file that is being imported in this tab: it goes on while other pages are looked at.
import { create } from 'zustand'
import { CallError } from '#web/api/client.ts'
import type { ChosenKind, ChosenRole, ShownImport, TriedColumn } from '../contract.ts'

export interface DraftColumn {
  name: string
  kind: ChosenKind
  role: ChosenRole
  /** Of another kind than was found: what it would make of the values; null while that is asked. */
  tried: TriedColumn | null
}

export type ImportStep = 'choose' | 'sending' | 'reading' | 'columns' | 'loading'

export interface ImportWork {
  step: ImportStep
  /** Of the upload; empty before it has begun. */
  id: string
  fileName: string
  fileSize: number
  fraction: number
  /** What is being done, in words. */
  doing: string
  /** Why the last step failed. */
  failure: CallError | null
  found: ShownImport | null
  columns: readonly DraftColumn[]
  table: string
  replace: boolean
  keepGood: boolean
}

export const nothing: ImportWork = {
  step: 'choose',
  id: '',
  fileName: '',
  fileSize: 0,
  fraction: 0,
  doing: '',
  failure: null,
  found: null,
  columns: [],
  table: '',
  replace: false,
  keepGood: false,
}

export const useImport = create<ImportWork>(() => nothing)

/** What is refused here, before anything is asked. */
export const refusalOf = (message: string): CallError =>
  new CallError({ status: 200, code: 'import_invalid', message })

export const setImport = (part: Partial<ImportWork>): void => useImport.setState(part)

export function changeColumn(at: number, part: Partial<DraftColumn>): void {
  useImport.setState(({ columns }) => ({
    columns: columns.map((column, index) => (index === at ? { ...column, ...part } : column)),
  }))
}

/** Dates and games stand in one column each: the one before gives way. */
export function changeRole(at: number, role: ChosenRole): void {
  const single = role === 'date' || role === 'game'
  useImport.setState(({ columns }) => ({
    columns: columns.map((column, index) => {
      if (index === at) return { ...column, role }
      return single && column.role === role ? { ...column, role: 'none' } : column
    }),
  }))
}

/** The table that stands under the name already. */
export const takenBy = ({ table, found }: Pick<ImportWork, 'table' | 'found'>) =>
  found?.taken.find(({ name }) => keyOf(name) === keyOf(table))

const keyOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
