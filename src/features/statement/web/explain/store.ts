// The open explanation over a report; one at a time.
import { create } from 'zustand'
import type { Cell, ReportTableColumn } from '#features/statement/contract.ts'
import type { CellQuestion } from './question.ts'
import type { Subjects } from './subjects.ts'

type ExplainOverlay =
  | {
      kind: 'cell'
      question: CellQuestion
      coordinates: Coordinate[]
      part?: CellPart
      /** Shows a value alone; absent: the report is narrowed to it. */
      onOnly?: OnlyValue
    }
  | { kind: 'column'; column: ReportTableColumn; subjects: Subjects; role: string }
  | { kind: 'data'; subjects: Subjects }
  | { kind: 'records' }

export type OnlyValue = (dim: number, value: Cell) => void

/** The parts of a cell's explanation. */
export type CellPart = 'formula' | 'change' | 'players' | 'rows' | 'sql'

/** A dimension of the row with its displayed value. */
export interface Coordinate {
  title: string
  text: string
}

export const useExplain = create<{ overlay: ExplainOverlay | null }>(() => ({ overlay: null }))

/** Opens the cell's explanation, which is being shown, at a part of it. */
export function turnTo(part: CellPart): void {
  const { overlay } = useExplain.getState()
  if (overlay?.kind === 'cell') useExplain.setState({ overlay: { ...overlay, part } })
}

export const showOverlay = (overlay: ExplainOverlay): void => useExplain.setState({ overlay })
export const closeOverlay = (): void => useExplain.setState({ overlay: null })
