// The menu of a figure's cell: what one would do with it, in groups. What is done with its row and column is a page
// of the same menu.

import { MenuDivider, MenuItem } from '@blueprintjs/core'
import { CaretRight, ChevronLeft } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import type { TableActions } from '../TableActions.ts'
import type { MenuRun } from '../types.ts'
import { ColumnItems } from './ColumnItems.tsx'
import { Entry } from './Entry.tsx'

interface Props {
  actions: TableActions
  run: MenuRun
}

type Page = 'cell' | 'around'

export function FigureItems({ actions, run }: Props) {
  const [page, setPage] = useState<Page>('cell')
  const [from, setFrom] = useState<Page>('cell')
  const turn = (to: Page) => {
    setFrom(page)
    setPage(to)
  }
  return page === 'cell' ? (
    <CellItems actions={actions} run={run} isBack={from === 'around'} onAround={() => turn('around')} />
  ) : (
    <AroundItems actions={actions} run={run} onBack={() => turn('cell')} />
  )
}

function CellItems({ actions, run, isBack, onAround }: Props & { isBack: boolean; onAround: () => void }) {
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
      <Turning turnsBy="ArrowRight" isFocused={isBack} onTurn={onAround}>
        <MenuItem
          text="行与列"
          labelElement={<CaretRight />}
          shouldDismissPopover={false}
          onClick={onAround}
          aria-haspopup="menu"
        />
      </Turning>
    </>
  )
}

function AroundItems({ actions, run, onBack }: Props & { onBack: () => void }) {
  const { selection, props } = actions.model
  const none = selection === null
  return (
    <Turning turnsBy="ArrowLeft" isFocused onTurn={onBack}>
      <MenuItem text="行与列" icon={<ChevronLeft />} shouldDismissPopover={false} onClick={onBack} />
      <MenuDivider />
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
    </Turning>
  )
}

interface TurningProps {
  /** The arrow that turns the page while the focus is within. */
  turnsBy: 'ArrowLeft' | 'ArrowRight'
  /** The first item takes the focus: it was reached from the other page. */
  isFocused: boolean
  onTurn: () => void
  children: ReactNode
}

function Turning({ turnsBy, isFocused, onTurn, children }: TurningProps) {
  const box = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isFocused)
      box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the items take the focus; their keys arrive here.
    <li
      role="presentation"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== turnsBy) return
        event.preventDefault()
        onTurn()
      }}
    >
      <ul role="presentation" className="bp6-list-unstyled">
        {children}
      </ul>
    </li>
  )
}
