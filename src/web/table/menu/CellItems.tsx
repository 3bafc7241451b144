// The menu of cells: what one would do with them, in groups. What is done with their row and column, and the formats of
// copies, are pages of the same menu.

import { MenuDivider, MenuItem } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import type { TableActions } from '../TableActions.ts'
import type { MenuRun } from '../types.ts'
import { ColumnItems } from './ColumnItems.tsx'
import { Entry } from './Entry.tsx'
import { MenuPage, PageEntry } from './Turning.tsx'

interface Props {
  actions: TableActions
  run: MenuRun
}

const pageTitles = { around: '行与列', copies: '复制为' } as const
type Page = keyof typeof pageTitles

interface FirstProps extends Props {
  entry: (page: Page) => ReactNode
}

export function CellItems({ actions, run }: Props) {
  const [page, setPage] = useState<Page | null>(null)
  const [from, setFrom] = useState<Page | null>(null)
  const turn = (to: Page | null) => {
    setFrom(page)
    setPage(to)
  }
  const entry = (to: Page) => (
    <PageEntry title={pageTitles[to]} isFocused={from === to} onTurn={() => turn(to)} />
  )
  if (page !== null)
    return (
      <MenuPage title={pageTitles[page]} onBack={() => turn(null)}>
        {page === 'copies' ? (
          actions.model.props.copyItems?.(run)
        ) : (
          <AroundItems actions={actions} run={run} />
        )}
      </MenuPage>
    )
  const First = actions.model.props.onExplain ? FigureItems : PlainItems
  return <First actions={actions} run={run} entry={entry} />
}

function FigureItems({ actions, run, entry }: FirstProps) {
  const { selection, props } = actions.model
  const none = selection === null
  const column = selection && actions.columnAt(selection.active.column)
  const removal = column === null ? null : (props.removalOf?.(column) ?? null)
  return (
    <>
      <MenuItem
        text="解释此格"
        labelElement={<KeyHint command="figure.explain" />}
        disabled={none}
        onClick={run(() => actions.explain())}
      />
      {props.cellItems?.(run)}
      <MenuDivider />
      <Entry command="table.copy" text="复制" disabled={none} onClick={run(() => void actions.copy(false))} />
      <MenuDivider />
      {removal && <MenuItem text={removal.text} onClick={run(removal.remove)} />}
      {entry('around')}
    </>
  )
}

function PlainItems({ actions, run, entry }: FirstProps) {
  const { selection, props } = actions.model
  const none = selection === null
  const rowItems = props.rowItems?.(run)
  return (
    <>
      {rowItems}
      {rowItems && <MenuDivider />}
      {props.onOpen && (
        <Entry command="table.open" text="打开此格" disabled={none} onClick={run(() => actions.open())} />
      )}
      {props.onSort && (
        <Entry
          command="table.sort"
          text="按此列排序"
          disabled={none}
          onClick={run(() => actions.sortByActive())}
        />
      )}
      {props.onFilter && (
        <Entry
          command="table.filter"
          text="按此值筛选"
          disabled={none}
          onClick={run(() => actions.filter())}
        />
      )}
      {props.cellItems?.(run)}
      {(props.onOpen || props.onSort || props.onFilter || props.cellItems) && <MenuDivider />}
      <Entry command="table.copy" text="复制" disabled={none} onClick={run(() => void actions.copy(false))} />
      {props.copyItems && entry('copies')}
      <MenuDivider />
      {entry('around')}
    </>
  )
}

function AroundItems({ actions, run }: Props) {
  const { selection, props } = actions.model
  const none = selection === null
  return (
    <>
      {selection && <ColumnItems actions={actions} place={selection.active.column} run={run} />}
      <MenuDivider />
      <Entry
        command="table.copyWithHeaders"
        text="连同表头复制"
        disabled={none}
        onClick={run(() => void actions.copy(true))}
      />
      <MenuItem text="选中整行" disabled={none} onClick={run(() => actions.selectRows())} />
      <Entry command="table.selectAll" text="全选" onClick={run(() => actions.selectAll())} />
      {props.tree && (
        <>
          <Entry command="table.fold" text="收起或展开小计" onClick={run(() => actions.fold())} />
          <Entry command="table.foldAll" text="收起或展开所有小计" onClick={run(() => actions.foldAll())} />
        </>
      )}
    </>
  )
}
