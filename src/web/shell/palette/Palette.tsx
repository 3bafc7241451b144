// The command palette: a dialog over everything, opened by key, by the search field or to ask for an argument.
import { Search } from '@blueprintjs/icons'
import { Command, useCommandState } from 'cmdk'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { KeyHint } from '../keys/KeyHint.tsx'
import { highlightEntry, runEntry } from './actions.ts'
import { PaletteFooter } from './PaletteFooter.tsx'
import { PalettePreviewPane } from './PalettePreviewPane.tsx'
import { PaletteRowItem } from './PaletteRowItem.tsx'
import { mostRows, type PaletteRow } from './results.ts'
import { closePalette, goBack, typeText, usePalette } from './store.ts'
import { type PaletteList, useResults } from './useResults.ts'

export function Palette() {
  const open = usePalette((palette) => palette.open)
  return open ? createPortal(<PaletteDialog />, document.body) : null
}

const placeOf = (at: number): string => `row-${at}`

function PaletteDialog() {
  const text = usePalette((palette) => palette.text)
  const pages = usePalette((palette) => palette.pages.length)
  const list = useResults()
  const { rows, page } = list
  const [place, setPlace] = useState(placeOf(0))
  const row = rows[Number(place.slice(4))] ?? rows[0]
  const entry = row?.entry ?? null
  useLayoutEffect(() => highlightEntry(entry), [entry])
  useEffect(() => () => highlightEntry(null), [])
  useEffect(holdFocus, [])
  // A text or a page that changes starts at the best answer again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what it reacts to.
  useLayoutEffect(() => setPlace(placeOf(0)), [text, page])
  const run = useCallback((chosen: PaletteRow) => runEntry(chosen.entry), [])
  const previewed = rows.some((one) => one.entry.preview !== undefined)
  return (
    <div className="palette-layer">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc does the same for the keyboard. */}
      <div className="palette-scrim" onMouseDown={closePalette} />
      <Command
        className={previewed ? 'palette palette-previewed' : 'palette'}
        role="dialog"
        aria-modal="true"
        aria-label="命令面板"
        label="搜索报表、指标、命令"
        data-command-keys=""
        shouldFilter={false}
        vimBindings={false}
        loop
        // A page within begins at its first row, as the first page did.
        key={pages}
        onKeyDown={backspaceGoesBack}
      >
        <Selection onChange={setPlace} filled={rows.length > 0} />
        <PaletteHead list={list} text={text} />
        <div className="palette-body">
          <Command.List className="palette-list" label="结果">
            <Rows rows={rows} onRun={run} />
            {rows.length === 0 && <EmptyText list={list} />}
          </Command.List>
          {previewed && <PalettePreviewPane entry={entry} />}
        </div>
        <PaletteFooter prefixes={list.prefixes} />
        <LiveCount list={list} title={entry?.title ?? ''} text={text} />
      </Command>
    </div>
  )
}

/**
 * Tells which place is highlighted. cmdk keeps that itself: given from outside, it scrolls to and announces the row
 * before.
 */
function Selection({ onChange, filled }: { onChange: (place: string) => void; filled: boolean }) {
  const place = useCommandState((state) => state.value)
  useLayoutEffect(() => onChange(place || placeOf(0)), [place, onChange])
  // Rows that come after the text was typed find nothing highlighted, as cmdk looks for the first only when the
  // text changes; its own key for the first row makes good for it.
  useEffect(() => {
    if (place || !filled) return
    const first = new KeyboardEvent('keydown', { key: 'Home', bubbles: true })
    document.querySelector('.palette')?.dispatchEvent(first)
  }, [place, filled])
  // As the text changes cmdk goes back to the first row but goes on naming the one before to screen readers.
  useEffect(() => {
    const option = document.querySelector(`.palette [data-value="${place}"]`)
    if (option) document.querySelector('.palette-input')?.setAttribute('aria-activedescendant', option.id)
  }, [place])
  return null
}

function PaletteHead({ list: { page, total }, text }: { list: PaletteList; text: string }) {
  return (
    <div className="palette-head">
      <Search className="palette-head-icon" size={18} />
      {page && (
        <button type="button" tabIndex={-1} className="palette-head-page" onClick={goBack}>
          {page.title}
        </button>
      )}
      <Command.Input
        autoFocus
        className="palette-input"
        value={text}
        onValueChange={typeText}
        placeholder={page?.placeholder ?? '搜索报表、指标、命令'}
        maxLength={200}
      />
      <span className="palette-head-count" aria-hidden="true">
        {total} 项
      </span>
      <KeyHint command="palette.back" />
    </div>
  )
}

/** As long as popups take to close, with room for a slow machine. */
const settlingMs = 600

/**
 * A popup that Escape closed a moment ago is gone later than the palette comes, and takes the focus with it; what is
 * typed then would be lost. Later the focus may go where a dialog above wants it.
 */
function holdFocus(): () => void {
  const palette = document.querySelector('.palette')
  const take = () =>
    setTimeout(() => {
      if (!palette?.isConnected || palette.contains(document.activeElement)) return
      palette.querySelector<HTMLElement>('.palette-input')?.focus()
    })
  palette?.addEventListener('focusout', take)
  const release = () => palette?.removeEventListener('focusout', take)
  const timer = setTimeout(release, settlingMs)
  return () => {
    clearTimeout(timer)
    release()
  }
}

/** The rows that can be in view before one scrolls. */
const firstRows = 16

/**
 * All places stay once they are made: what one types changes texts, and neither adds nor takes rows. Those that
 * opening needs are made at once, the others in the moments after; and those below the view follow what is typed
 * after those in it.
 */
function Rows({ rows, onRun }: { rows: readonly PaletteRow[]; onRun: (row: PaletteRow) => void }) {
  const [places, setPlaces] = useState(rows.length)
  useEffect(() => {
    const timer = setTimeout(() => setPlaces(mostRows))
    return () => clearTimeout(timer)
  }, [])
  const settled = useDeferredValue(rows)
  const shown = rows.map((row, at) => (at < firstRows ? row : (settled[at] ?? row)))
  const elements: ReactNode[] = []
  let headings = 0
  for (let at = 0; at < Math.max(places, rows.length); at++) {
    const row = shown[at]
    if (row !== undefined && row.heading !== shown[at - 1]?.heading) {
      elements.push(
        <div className="palette-heading" role="presentation" key={`heading-${headings++}`}>
          {row.heading}
        </div>,
      )
    }
    elements.push(<PaletteRowItem key={placeOf(at)} place={placeOf(at)} row={row} onRun={onRun} />)
  }
  return elements
}

function EmptyText({ list: { loading, failed, unknown } }: { list: PaletteList }) {
  const message = loading
    ? '正在读取…'
    : failed.length > 0
      ? `${failed.join('、')}读取失败，请关闭后重试`
      : unknown.length > 0
        ? `不认识${unknown.map((word) => `「${word}」`).join('')}，去掉或换个说法`
        : '没有匹配的内容，试试别的词或拼音首字母'
  return (
    <div className="palette-empty" role="presentation">
      {message}
    </div>
  )
}

/** Rows keep their ids while their texts change, so that a screen reader must be told what stands first now. */
function LiveCount({ list, title, text }: { list: PaletteList; title: string; text: string }) {
  const spoken =
    list.loading && list.total === 0 ? '正在读取' : `${list.total} 项${text && title ? `，${title}` : ''}`
  return (
    <div className="palette-live" role="status" aria-live="polite">
      {spoken}
    </div>
  )
}

function backspaceGoesBack(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Backspace' || event.nativeEvent.isComposing || event.keyCode === 229) return
  const { text, pages } = usePalette.getState()
  if (text !== '' || pages.length === 1) return
  event.preventDefault()
  goBack()
}
