// A list page, built from its slice's declaration: title line, filters, the table, its states, the status
// line, and the actions' dialogs.
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { SideDrawer } from '../ui/side/SideDrawer.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { readAddress } from './address.ts'
import type { List } from './defineList.ts'
import { FilterBar } from './FilterBar.tsx'
import { ListContent } from './ListContent.tsx'
import { ListDialogs } from './ListDialogs.tsx'
import { ListTitle } from './ListTitle.tsx'
import { ListWork } from './ListWork.ts'
import { showList } from './shownList.ts'
import './list.css'

interface Props<Row extends object> {
  list: List<Row>
  /** Replaces the title: the sibling pages. */
  lead?: ReactNode
  /** Buttons of the title line, in addition to the kit's. */
  actions?: ReactNode
  /** At the left: folders, tags. `close` closes the drawer that contains it in narrow windows. */
  side?: { label: string; content: (close: () => void) => ReactNode }
  /** At the right: the active row. */
  preview?: (row: Row) => ReactNode
  /** Dialogs of the slice. */
  children?: ReactNode
}

/** A typing pause: the server searches once, not for each letter. */
const pauseMs = 200

export function ListPage<Row extends object>({ list, lead, actions, side, preview, children }: Props<Row>) {
  const [work] = useState(() => new ListWork(list))
  useEffect(() => showList(work), [work])
  // A question asked here is not asked again on returning later.
  useEffect(() => () => list.useState.setState({ dialog: null }), [list])
  const search = useSearch()
  const address = useMemo(() => readAddress(list.declaration, search), [list, search])
  useReading(list, address)
  const narrow = useNarrow()
  const [drawer, setDrawer] = useState(false)
  const state = list.useState()
  const close = () => setDrawer(false)
  return (
    <div className="list-page">
      {side && !narrow && (
        <aside className="side list-side" aria-label={side.label}>
          {side.content(close)}
        </aside>
      )}
      {side && narrow && drawer && (
        <SideDrawer title={side.label} side="left" width={300} onClose={close}>
          {side.content(close)}
        </SideDrawer>
      )}
      <section className="list-main" aria-label={list.declaration.title}>
        <ListTitle
          work={work}
          lead={lead}
          drawer={side && narrow ? side.label : null}
          onDrawer={setDrawer}
          mayWrite={work.mayWriteHere}
          actions={actions}
        />
        <Notice text={list.declaration.notice?.() ?? null} />
        <FilterBar work={work} address={address} state={state} />
        <ListContent work={work} state={state} address={address} preview={preview} />
      </section>
      <ListDialogs work={work} state={state} address={address} />
      {children}
    </div>
  )
}

const Notice = ({ text }: { text: string | null }) =>
  text && (
    <p className="list-notice" role="note">
      {text}
    </p>
  )

/**
 * Loads a whole list when the page opens, pages whenever the question changes, and polls rows that change by
 * themselves.
 */
function useReading<Row extends object>(list: List<Row>, address: ReturnType<typeof readAddress>): void {
  const { text, filters, sort, desc } = address
  const question = list.pages ? JSON.stringify([text, filters, sort, desc]) : ''
  useEffect(() => {
    const isOpen = list.useState.getState().status === 'ready' && question !== ''
    const timer = setTimeout(() => void list.refresh(), isOpen ? pauseMs : 0)
    return () => clearTimeout(timer)
  }, [list, question])
  useEffect(() => {
    const { follow } = list.declaration
    if (!follow) return
    const timer = setInterval(() => {
      const rows = list.pages?.first ?? list.useState.getState().rows
      if (document.visibilityState !== 'visible' || !follow.while(rows)) return
      if (list.pages) list.pages.renewFirst().catch(() => {})
      else void list.refresh()
    }, follow.everyMs)
    return () => clearInterval(timer)
  }, [list])
}
