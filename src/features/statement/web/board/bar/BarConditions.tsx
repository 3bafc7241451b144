// «+ 条件»: a condition on any dimension that reaches at least one tile, and how many it reaches.
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useRef } from 'react'
import { isDataTile } from '#semantic/model/board/types.ts'
import { dimsIn } from '#semantic/model/conditions.ts'
import { PickList } from '#web/pick/PickList.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { Popup } from '#web/ui/menus/Popup.tsx'
import { defaultOps, isDate, withFilter } from '#features/statement/web/filters/filters.ts'
import { changeBar } from '../loading.ts'
import { useBoard } from '../store.ts'

export function BarConditions({ onAdd }: { onAdd: (dim: number) => void }) {
  const shown = useBoard((state) => state.shown)
  const board = useBoard((state) => state.board)
  const filters = useBoard(({ bar }) => bar.filters)
  const isOpen = useBoard(({ picker }) => picker === 'condition')
  const open = (next: boolean) => useBoard.setState({ picker: next ? 'condition' : null })
  const picked = useRef<number | null>(null)
  const tiles = (board?.tiles ?? []).filter(isDataTile)
  const reached = (dim: number) =>
    tiles.filter(({ report }) => shown?.reaches.find((one) => one.report === report)?.dims.includes(dim))
      .length
  const items = (shown?.dimensions ?? [])
    .filter((dimension) => !isDate(dimension))
    .map(({ id, name, pinyin }): PickItem => {
      const count = reached(id)
      return {
        key: String(id),
        title: name,
        pinyin,
        group: '维度',
        detail: count > 0 ? `${count} 块` : undefined,
        refused: dimsIn(filters).includes(id) ? '已有此条件' : count === 0 ? '哪一块都不受它影响' : '',
      }
    })
  /** After this list has closed: the control that opens next must not compete for the focus. */
  const add = () => {
    const dimension = shown?.dimensions.find(({ id }) => id === picked.current)
    picked.current = null
    if (!dimension) return
    onAdd(dimension.id)
    changeBar({
      filters: withFilter(filters, { dim: dimension.id }, { op: defaultOps[dimension.formType], values: [] }),
    })
  }
  return (
    <Popup
      content={
        <div className="filter-popover">
          <PickList
            items={items}
            label="搜索维度"
            onPick={({ key }) => {
              picked.current = Number(key)
              open(false)
            }}
          />
        </div>
      }
      isOpen={isOpen}
      onOpen={open}
      onClosed={add}
    >
      <Button
        variant="minimal"
        className="condition-add"
        icon={<Plus size={14} />}
        text="条件"
        title="添加条件"
        active={isOpen}
      />
    </Popup>
  )
}
