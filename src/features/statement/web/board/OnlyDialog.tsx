// Chooses one of a tile's rows by keys: the others are then filtered by it, as by a click on its mark.
import { DialogBody } from '@blueprintjs/core'
import { useMemo } from 'react'
import { type BoardTile, isDataTile } from '#semantic/model/board/types.ts'
import { PickList } from '#web/pick/PickList.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { useReport } from '../report/store.ts'
import { useDictionaryLabels } from '../report/table/useDictionaryLabels.ts'
import { asksOf } from './asks.ts'
import { crossOf } from './cross.ts'
import { useBoard } from './store.ts'

interface Props {
  tile: BoardTile
  onClose: () => void
}

const mostRows = 1_000

function useFigures(tile: BoardTile) {
  const { board, shown, bar, cross, answers } = useBoard()
  const reports = useReport((state) => state.reports)
  return useMemo(() => {
    if (!isDataTile(tile)) return null
    const standing = { tiles: board?.tiles ?? [], reports, reaches: shown?.reaches ?? [], bar, cross }
    const asked = asksOf(standing).get(tile.id)
    const answer = asked?.asks[0] && answers.get(asked.asks[0].ask.key)
    return asked && answer?.state === 'ready' ? { table: answer.table, info: asked.info, parts: [] } : null
  }, [tile, board, shown, bar, cross, answers, reports])
}

export function OnlyDialog({ tile, onClose }: Props) {
  const figures = useFigures(tile)
  const labels = useDictionaryLabels(
    useMemo(() => figures?.table.columns.flatMap(({ dictId }) => dictId ?? []) ?? [], [figures]),
  )
  const title = tile.title ?? document.querySelector(`[data-tile="${tile.id}"] h2`)?.textContent ?? ''
  const found = useMemo(() => {
    if (!figures) return []
    const rows = Array.from({ length: Math.min(figures.table.rowCount, mostRows) }, (_, row) => row)
    const all = rows.flatMap((row) => crossOf({ tile: tile.id, title, figures, row, labels }) ?? [])
    return [...new Map(all.map((cross) => [cross.text, cross])).values()]
  }, [figures, labels, tile, title])
  return (
    <TitledDialog title="只看其中一项" className="board-only" onClose={onClose}>
      <DialogBody>
        <PickList
          items={found.map(({ text }): PickItem => ({ key: text, title: text, pinyin: '' }))}
          label="搜索"
          none="这一块没有可以选的项"
          onPick={({ key }) => {
            useBoard.setState({ cross: found.find(({ text }) => text === key) ?? null })
            onClose()
          }}
        />
      </DialogBody>
    </TitledDialog>
  )
}
