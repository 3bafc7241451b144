// 变化来自谁, from a tile: the explanation of its figure, opened at who the change came from.
import { type BoardTile, isDataTile } from '#semantic/model/board/types.ts'
import { showMessage } from '#web/shell/message.ts'
import { businessToday } from '../dates/days.ts'
import { questionOf } from '../explain/question.ts'
import { showOverlay } from '../explain/store.ts'
import { useReport } from '../report/store.ts'
import { isFigure } from '../report/table/columns.ts'
import { asksOf } from './asks.ts'
import { useBoard } from './store.ts'
import { figureTold } from './tiles/figure.ts'

export function explainTile(tile: BoardTile): void {
  const { shown, board, bar, cross, answers } = useBoard.getState()
  const { reports } = useReport.getState()
  if (!isDataTile(tile)) return
  const standing = { tiles: board?.tiles ?? [], reports, reaches: shown?.reaches ?? [], bar, cross }
  const asked = asksOf(standing).get(tile.id)
  const answer = asked?.asks[0] && answers.get(asked.asks[0].ask.key)
  if (!asked || answer?.state !== 'ready') return void showMessage({ message: '这一块还没有数字' })
  const figures = { table: answer.table, info: asked.info, parts: [] }
  const told = tile.kind === 'figure' ? figureTold(tile, figures, businessToday()) : null
  const column = told?.column ?? answer.table.columns.find(isFigure)
  if (!column) return void showMessage({ message: '这一块没有可以拆开的数字' })
  const question = questionOf(answer.table, answer.info, tile.report, column, told?.row ?? null)
  showOverlay({ kind: 'cell', question, coordinates: [], part: 'change' })
}
