// The tab's single import, which continues while other pages are open.
import { create } from 'zustand'
import type { ChosenKind } from '#shared/imports/kinds.ts'
import type { PersonalKind } from '#shared/personal.ts'
import { CallError } from '#web/api/client.ts'
import {
  type ChosenRole,
  type ImportAddition,
  isNumericKind,
  type ShownColumn,
  type ShownImport,
  type ShownReplacement,
  type TriedColumn,
} from '../contract.ts'

export interface DraftColumn {
  name: string
  kind: ChosenKind
  role: ChosenRole
  /** Index of the column by which the mean is weighted; null: the proposed one. */
  weight: number | null
  /** Marked as personal data when it is loaded; null: not. */
  personal: PersonalKind | null
  /** A preview under another kind than detected; null while loading. */
  tried: TriedColumn | null
}

/** How the user has the file read; detected where absent. */
export interface ReadingChoice {
  sheet?: string | null
  head?: ShownImport['head']
  encoding?: ShownImport['encoding']
  /** Totals are imported like other rows. */
  totals?: boolean
}

type ImportStep = 'choose' | 'sending' | 'reading' | 'columns' | 'loading'

interface ImportWork {
  step: ImportStep
  /** The upload's id; empty before it begins. */
  id: string
  fileName: string
  fileSize: number
  fraction: number
  /** The current step, in words. */
  doing: string
  /** Why the last step failed. */
  failure: CallError | null
  found: ShownImport | null
  reading: ReadingChoice
  columns: readonly DraftColumn[]
  table: string
  replace: boolean
  /** What has to be confirmed before the table is replaced. */
  asking: ShownReplacement | null
  addition: ImportAddition | null
  keepGood: boolean
  /** The former versions were asked for, and are shown once they are read. */
  seeksFormers: boolean
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
  reading: {},
  columns: [],
  table: '',
  replace: false,
  asking: null,
  addition: null,
  keepGood: false,
  seeksFormers: false,
}

export const useImport = create<ImportWork>(() => nothing)

/** A refusal in the browser, before any request. */
export const refusalOf = (message: string, code = 'import_invalid'): CallError =>
  new CallError({ status: 200, code, message })

export const setImport = (part: Partial<ImportWork>): void => useImport.setState(part)

export function changeColumn(at: number, part: Partial<DraftColumn>): void {
  useImport.setState(({ columns }) => ({
    columns: columns.map((column, index) => (index === at ? { ...column, ...part } : column)),
  }))
}

/** A column under the reading that is chosen; null while that is being tried. */
export const readingOf = (found: ShownColumn, draft: DraftColumn): ShownColumn | TriedColumn | null =>
  draft.kind === found.kind ? found : draft.tried

const isCounted = (found: ShownColumn, draft: DraftColumn): boolean =>
  isNumericKind(draft.kind) &&
  readingOf(found, draft)?.isRate !== true &&
  !['left', 'date', 'game'].includes(draft.role)

/** Indexes of the columns by which the mean of a column may be weighted. */
export const weightsFor = (found: ShownImport, columns: readonly DraftColumn[], at: number): number[] =>
  columns.flatMap((draft, index) => {
    const column = found.columns[index]
    return index !== at && column && isCounted(column, draft) ? [index] : []
  })

/** The column by which a mean is weighted: as chosen, as proposed, else the first. Undefined where none can. */
export function weightOf(
  found: ShownImport,
  columns: readonly DraftColumn[],
  at: number,
): number | undefined {
  const [column, draft] = [found.columns[at], columns[at]]
  if (!column || draft?.role !== 'weighted') return undefined
  const possible = weightsFor(found, columns, at)
  const wanted = readingOf(column, draft)?.weight
  const proposed = found.columns.findIndex(({ name }) => name === wanted)
  return [draft.weight, proposed, possible[0]].find(
    (each) => typeof each === 'number' && possible.includes(each),
  ) as number | undefined
}

interface MisfitLines {
  lines: ReadonlySet<number>
  count: number
  /** Some of the lines are not known, and one may be counted twice. */
  isAbout: boolean
}

/** The lines that are left out because a value does not fit, under the readings that are chosen. */
export function misfitLines(found: ShownImport, columns: readonly DraftColumn[]): MisfitLines {
  const lines = new Set<number>()
  let further = 0
  for (const [at, draft] of columns.entries()) {
    const column = found.columns[at]
    const misfits = column && draft.role !== 'left' ? readingOf(column, draft)?.misfits : undefined
    if (!misfits) continue
    for (const line of misfits.lines) lines.add(line)
    further += misfits.count - misfits.lines.length
  }
  return { lines, count: lines.size + further, isAbout: further > 0 }
}

/** Only one column has the date or game role: the former one loses it. */
export function changeRole(at: number, role: ChosenRole): void {
  const single = role === 'date' || role === 'game'
  useImport.setState(({ columns }) => ({
    columns: columns.map((column, index) => {
      if (index === at) return { ...column, role }
      return single && column.role === role ? { ...column, role: 'none' } : column
    }),
  }))
}

/** Columns that look like personal data, and are not left out. */
export const personalColumns = (found: ShownImport, columns: readonly DraftColumn[]) =>
  found.columns.flatMap(({ personal }, at) => {
    const draft = columns[at]
    return personal && draft && draft.role !== 'left' ? [{ ...personal, at, draft }] : []
  })

/** Marks all of them as proposed, or none. */
export function markAsProposed(isMarked: boolean): void {
  useImport.setState(({ columns, found }) => ({
    columns: columns.map((column, at) => ({
      ...column,
      personal: isMarked ? (found?.columns[at]?.personal?.kind ?? null) : null,
    })),
  }))
}

/** The existing table with this name. */
export const takenBy = ({ table, found }: Pick<ImportWork, 'table' | 'found'>) =>
  found?.taken.find(({ name }) => keyOf(name) === keyOf(table))

const keyOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
