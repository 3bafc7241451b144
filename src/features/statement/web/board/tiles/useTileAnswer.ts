// The figures of a tile: those of its present question, else the former ones until they come.
import { useRef } from 'react'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { CallError } from '#web/api/callError.ts'
import type { ReportTable } from '#features/statement/contract.ts'
import type { ResultPart } from '#features/statement/web/report/store.ts'
import type { TileAsk } from '../asks.ts'
import { useBoard } from '../store.ts'

export interface TileFigures {
  table: ReportTable
  info: ReportInfo
  /** A pivot's further tables. */
  parts: ResultPart[]
}

export interface TileState {
  figures: TileFigures | null
  /** The figures belong to former conditions. */
  isOld: boolean
  failure: CallError | null
}

const nothing: TileState = { figures: null, isOld: false, failure: null }

export function useTileAnswer(asked: TileAsk | undefined): TileState {
  const answers = useBoard((state) => state.answers)
  const former = useRef<TileState>(nothing)
  if (!asked) return nothing
  const found = asked.asks.map(({ ask, dims }) => ({ answer: answers.get(ask.key), dims }))
  const failed = found.find(({ answer }) => answer?.state === 'failed')?.answer
  if (failed?.state === 'failed') return { figures: null, isOld: false, failure: failed.failure }
  const ready = found.flatMap(({ answer, dims }) => (answer?.state === 'ready' ? [{ ...answer, dims }] : []))
  const [first, ...others] = ready
  if (!first || ready.length < found.length)
    return former.current.figures ? { ...former.current, isOld: true } : nothing
  const known = former.current.figures
  const isSame =
    known?.table === first.table &&
    known.info === asked.info &&
    others.every(({ table }, at) => table === known.parts[at]?.table)
  if (!isSame) {
    const parts = others.map(({ dims, table }) => ({ dims: [...dims], table }))
    former.current = { ...nothing, figures: { table: first.table, info: asked.info, parts } }
  }
  return former.current
}
