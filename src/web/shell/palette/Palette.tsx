// The command palette: a dialog over everything, opened by key, by the search field or to ask for an argument.
import { Search } from '@blueprintjs/icons'
import { Command } from 'cmdk'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { KeyHint } from '../keys/KeyHint.tsx'
import { highlightEntry, runEntry } from './actions.ts'
import { PaletteFooter } from './PaletteFooter.tsx'
import { PalettePreviewPane } from './PalettePreviewPane.tsx'
import { PaletteRowItem } from './PaletteRowItem.tsx'
import { atOf, placeOf, useHighlight, useScrollFromTop } from './places.ts'
import { mostRows, type PaletteRow } from './results.ts'
import { createRowContent, type RowContent } from './rowContent.ts'
import { closePalette, goBack, longestTyped, pasteText, typeText, usePalette } from './store.ts'
import { type PaletteList, useResults } from './useResults.ts'

export function Palette() {
  const open = usePalette((palette) => palette.open)
  return open ? createPortal(<PaletteDialog />, document.body) : null
}

function PaletteDialog() {
  const text = usePalette((palette) => palette.text)
  const pages = usePalette((palette) => palette.pages.length)
  const list = useResults()
  const { rows, page } = list
  const [highlighted, moveTo] = useHighlight(text, page, rows)
  const entry = rows[highlighted]?.entry ?? null
  useLayoutEffect(() => highlightEntry(entry), [entry])
  useEffect(() => () => highlightEntry(null), [])
  useEffect(holdFocus, [])
  const listScroll = useScrollFromTop(text, page)
  const follow = useRef(() => {})
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
        value={placeOf(highlighted)}
        onValueChange={(place) => moveTo(atOf(place))}
        // A page within begins at its first row, as the first page did.
        key={pages}
        onKeyDown={(event) => {
          // Before cmdk goes where the key says.
          if (!isTyping(event)) follow.current()
          backspaceGoesBack(event)
        }}
      >
        <PaletteHead list={list} text={text} place={rows.length > 0 ? placeOf(highlighted) : undefined} />
        <div className="palette-body">
          <Command.List className="palette-list" label="结果" {...listScroll}>
            <Rows rows={rows} highlighted={highlighted} onRun={run} follow={follow} />
            {rows.length === 0 && <EmptyText list={list} />}
          </Command.List>
          {previewed && <PalettePreviewPane entry={entry} />}
        </div>
        <PaletteFooter prefixes={list.prefixes} />
        <LiveCount
          count={list.count}
          title={text && entry ? entry.title : ''}
          reading={list.loading && rows.length === 0}
        />
      </Command>
    </div>
  )
}

const searchIcon = <Search className="palette-head-icon" size={18} />

interface HeadProps {
  list: PaletteList
  text: string
  /** The highlighted one; none where there are no rows. */
  place: string | undefined
}

function PaletteHead({ list: { page, count }, text, place }: HeadProps) {
  return (
    <div className="palette-head">
      {searchIcon}
      {page && (
        <button type="button" tabIndex={-1} className="palette-head-page" onClick={goBack}>
          {page.title}
        </button>
      )}
      {/* cmdk searches nothing, so it is told no text: at a new one it would look for the first row by itself, and
          name the row before to screen readers. */}
      <Command.Input
        asChild
        autoFocus
        className="palette-input"
        value=""
        onValueChange={typeText}
        placeholder={page?.placeholder ?? '搜索报表、指标、命令'}
        maxLength={longestTyped}
      >
        <input value={text} aria-activedescendant={place} onPaste={keepWhole} />
      </Command.Input>
      <Count count={count} />
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

/** The rows that can be in view before one scrolls, below one heading: palette.css has the heights. */
const firstRows = 12

interface RowsProps {
  rows: readonly PaletteRow[]
  highlighted: number
  onRun: (row: PaletteRow) => void
}

/**
 * All places stay once they are made: what one types changes texts, and neither adds nor takes rows. Those that
 * opening needs are made at once, the others in the moments after; and those below the view follow what is typed
 * after those in it.
 */
function Rows({ rows, highlighted, onRun, follow }: RowsProps & { follow: RefObject<() => void> }) {
  const [places, setPlaces] = useState(rows.length)
  useEffect(() => {
    const timer = setTimeout(() => setPlaces(mostRows))
    return () => clearTimeout(timer)
  }, [])
  const [settled, settle] = useAfterFrame(rows)
  useLayoutEffect(() => {
    follow.current = () => {
      if (settled !== rows) flushSync(settle)
    }
  }, [settled, rows, settle, follow])
  // What is left over of a longer list would come into view below a short one.
  const below = useMemo(() => settled.slice(0, rows.length), [settled, rows.length])
  return (
    <>
      <Places
        rows={rows}
        from={0}
        end={Math.min(firstRows, Math.max(places, rows.length))}
        {...{ highlighted, onRun }}
      />
      <Places
        rows={below}
        from={firstRows}
        end={Math.max(places, below.length)}
        // The same for all that are above, so that these have no part in a key there.
        highlighted={Math.max(firstRows - 1, highlighted)}
        onRun={onRun}
      />
    </>
  )
}

interface PlacesProps extends RowsProps {
  from: number
  /** Not included. */
  end: number
}

const Places = memo(function Places({ rows, from, end, highlighted, onRun }: PlacesProps) {
  const [contents] = useState(() => Array.from({ length: mostRows }, createRowContent))
  const elements: ReactNode[] = []
  for (let at = from; at < end; at++) {
    const row = rows[at]
    const heading = row === undefined || row.heading === rows[at - 1]?.heading ? '' : row.heading
    const place = placeOf(at)
    elements.push(
      <PaletteRowItem
        key={place}
        {...{ place, heading, onRun }}
        content={contents[at] as RowContent}
        hidden={row === undefined}
        selected={at === highlighted}
        denied={row?.entry.denied !== undefined}
        icon={row?.entry.icon ?? ''}
        command={row?.entry.command}
      />,
    )
  }
  useLayoutEffect(() => {
    for (let at = from; at < end; at++) contents[at]?.show(rows[at])
  }, [contents, rows, from, end])
  return elements
})

/** Follows once the frame shows that brings the rest: what is out of view keeps no letter waiting. `settle` at once. */
function useAfterFrame<Value>(value: Value): [shown: Value, settle: () => void] {
  // Held in an object: React would call what is a function.
  const [{ shown }, setShown] = useState({ shown: value })
  const settle = useCallback(() => setShown({ shown: value }), [value])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame is painted after these callbacks.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(settle))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [settle])
  return [shown, settle]
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

/** How many answer. Counted once the rows are shown, which it takes longer to count than to find. */
function Count({ count }: { count: () => number }) {
  const [shown] = useAfterFrame(count)
  return (
    <span className="palette-head-count" aria-hidden="true">
      {shown()} 项
    </span>
  )
}

interface LiveProps {
  count: () => number
  /** What stands first, where that is to be said. */
  title: string
  reading: boolean
}

/** Rows keep their ids while their texts change, so that a screen reader must be told what stands first now. */
function LiveCount({ count, title, reading }: LiveProps) {
  const [shown] = useAfterFrame(
    useMemo(
      () => () => (reading ? '正在读取' : `${count()} 项${title && `，${title}`}`),
      [count, title, reading],
    ),
  )
  return (
    <div className="palette-live" role="status" aria-live="polite">
      {shown()}
    </div>
  )
}

/** The field would drop line feeds, and what is more than it takes. */
function keepWhole(event: ClipboardEvent<HTMLInputElement>): void {
  const whole = event.clipboardData.getData('text/plain')
  if (whole.trim() === '' || (whole.length <= longestTyped && !/[\r\n]/.test(whole.trim()))) return
  event.preventDefault()
  pasteText(whole)
}

/** Keys that change the text, an input method's among them: they go nowhere in the list. */
const isTyping = ({ key, keyCode, nativeEvent }: KeyboardEvent<HTMLElement>): boolean =>
  key.length === 1 || key === 'Backspace' || nativeEvent.isComposing || keyCode === 229

function backspaceGoesBack(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Backspace' || event.nativeEvent.isComposing || event.keyCode === 229) return
  const { text, pages } = usePalette.getState()
  if (text !== '' || pages.length === 1) return
  event.preventDefault()
  goBack()
}
