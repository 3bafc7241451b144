// The menu items of a column, from its header or from one of its cells.
import { MenuItem } from '@blueprintjs/core'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import type { TableActions } from '../TableActions.ts'
import type { MenuRun } from '../types.ts'

interface Props {
  actions: TableActions
  /** The column's displayed position. */
  place: number
  run: MenuRun
}

export function ColumnItems({ actions, place, run }: Props) {
  const { model } = actions
  const { onSort } = model.props
  const column = model.columns[place]
  const width = model.layout.widths[place] ?? 0
  if (!column) return null
  return (
    <>
      {onSort && (
        <>
          <MenuItem text="升序" onClick={run(() => onSort(column.key, false))} />
          <MenuItem text="降序" onClick={run(() => onSort(column.key, true))} />
        </>
      )}
      {model.props.onDescribe && (
        <MenuItem
          text="此列的口径"
          labelElement={<KeyHint command="column.describe" />}
          onClick={run(() => actions.describe(place))}
        />
      )}
      {model.props.columnItems?.(model.layout.order[place] ?? 0, run)}
      <MenuItem text="选中整列" onClick={run(() => actions.selectColumn(place))} />
      <MenuItem
        text="左移一列"
        disabled={!actions.canMove(place, -1)}
        onClick={run(() => actions.moveColumn(place, -1))}
      />
      <MenuItem
        text="右移一列"
        disabled={!actions.canMove(place, 1)}
        onClick={run(() => actions.moveColumn(place, 1))}
      />
      <MenuItem text="加宽" onClick={run(() => model.setWidth(place, width * 1.25))} />
      <MenuItem text="收窄" onClick={run(() => model.setWidth(place, width * 0.8))} />
      <MenuItem text="列宽适合内容" onClick={run(() => actions.fitColumn(place))} />
      <MenuItem
        text="恢复列宽与列顺序"
        disabled={!model.isRearranged}
        onClick={run(() => model.resetColumns())}
      />
    </>
  )
}
