// The command palette: a modal dialog, opened by key, by the search field or to ask for an argument. Each part selects
// from the list (list.ts) only what it shows, so that a key press re-renders only what changes.
import { Search } from '@blueprintjs/icons'
import { Command } from 'cmdk'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { KeyHint } from '../keys/KeyHint.tsx'
import { afterFrame } from './idle.ts'
import { highlightedIn, moveTo, type PaletteList, usePaletteList } from './list.ts'
import { PaletteFooter } from './PaletteFooter.tsx'
import { PalettePreviewPane } from './PalettePreviewPane.tsx'
import { PaletteRowItem } from './PaletteRowItem.tsx'
import { atOf, placeOf } from './places.ts'
import { mostRows } from './results.ts'
import { loadIcons } from './rowIcons.ts'
import { createRows, firstRows, showRows } from './rows.ts'
import { closePalette, goBack, longestTyped, pasteText, typeText, usePalette } from './store.ts'

export function Palette() {
  const open = usePalette((palette) => palette.open)
  // Before it opens; again as it opens, where that failed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => void loadIcons(), [open])
  return open ? createPortal(<PaletteDialog />, document.body) : null
}

function PaletteDialog() {
  const pages = usePalette((palette) => palette.pages.length)
  const highlighted = usePaletteList((list) => list.highlighted)
  const previewed = usePaletteList(hasPreview)
  const field = useRef<HTMLInputElement>(null)
  // Here, once the rows have their texts: focusing forces a layout, and an earlier focus would cause a second one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has a field of its own.
  useLayoutEffect(() => field.current?.focus(), [pages])
  useEffect(holdFocus, [])
  const follow = useRef(() => {})
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
        // A nested page starts at its first row, as the first page does.
        key={pages}
        onKeyDown={(event) => {
          // The rows below must be written before cmdk moves the highlight.
          if (!isTyping(event)) follow.current()
          backspaceGoesBack(event)
        }}
      >
        <PaletteHead field={field} />
        <div className="palette-body">
          <RowList follow={follow} />
          {previewed && <Preview />}
        </div>
        <Footer />
        <LiveCount />
      </Command>
    </div>
  )
}

const hasPreview = ({ rows }: PaletteList): boolean => rows.some(({ entry }) => entry.preview !== undefined)

function Preview() {
  return <PalettePreviewPane entry={usePaletteList(highlightedIn)} />
}

function Footer() {
  return <PaletteFooter prefixes={usePaletteList((list) => list.prefixes)} />
}

const searchIcon = <Search className="palette-head-icon" size={18} />

function PaletteHead({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const page = usePaletteList((list) => list.page)
  return (
    <div className="palette-head">
      {searchIcon}
      {page && (
        <button type="button" tabIndex={-1} className="palette-head-page" onClick={goBack}>
          {page.title}
        </button>
      )}
      <Field field={field} placeholder={page?.placeholder ?? '搜索报表、指标、命令'} />
      <Count />
      <KeyHint command="palette.back" />
    </div>
  )
}

interface FieldProps {
  field: RefObject<HTMLInputElement | null>
  placeholder: string
}

/** The input holds its own text, and is updated only when the text in the store differs: no key press re-renders it. */
function Field({ field, placeholder }: FieldProps) {
  const place = usePaletteList((list) => (list.rows.length > 0 ? placeOf(list.highlighted) : undefined))
  useLayoutEffect(() => {
    const take = ({ text }: { text: string }) => {
      if (field.current && field.current.value !== text) field.current.value = text
    }
    take(usePalette.getState())
    return usePalette.subscribe(take)
  }, [field])
  return (
    // cmdk gets an empty text because it filters nothing: with a new text it would select the first row by itself, and
    // announce the wrong row to screen readers.
    <Command.Input
      asChild
      className="palette-input"
      value=""
      onValueChange={typeText}
      placeholder={placeholder}
      maxLength={longestTyped}
    >
      <input ref={field} value={undefined} aria-activedescendant={place} onPaste={keepWhole} />
    </Command.Input>
  )
}

/** As long as popups take to close, with a margin for slow machines. */
const settlingMs = 600

/**
 * A popup closed by Escape just before may unmount after the palette opens, and take the focus with it; the typed text
 * would be lost. After this time a dialog above the palette may take the focus.
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

interface Follow {
  /** Writes the rows below the view at once. */
  follow: RefObject<() => void>
}

function RowList({ follow }: Follow) {
  return (
    <Command.List className="palette-list" label="结果" {...useScrollFromTop()}>
      <Rows follow={follow} />
      <EmptyText />
    </Command.List>
  )
}

/** cmdk scrolls to the row that its keys highlight; scrolling to the top for a new text is done here. */
function useScrollFromTop() {
  const ref = useRef<HTMLDivElement>(null)
  // Reading `scrollTop` of a list that was never scrolled would force a layout at each key press.
  const scrolled = useRef(false)
  useEffect(
    () =>
      usePalette.subscribe((now, before) => {
        if (now.text === before.text) return
        if (scrolled.current && ref.current) ref.current.scrollTop = 0
        scrolled.current = false
      }),
    [],
  )
  const onScroll = useCallback(() => {
    scrolled.current = true
  }, [])
  return { ref, onScroll }
}

/**
 * All slots stay once they are made: typing changes their content, and neither adds nor removes rows. Visible slots are
 * made at once, the others after the first paint, or at the key that moves to them.
 */
function Rows({ follow }: Follow) {
  const [count, setCount] = useState(firstRows)
  useEffect(() => afterFrame(() => startTransition(() => setCount(mostRows))), [])
  const [contents] = useState(createRows)
  useLayoutEffect(() => {
    const shown = showRows(contents)
    follow.current = () =>
      flushSync(() => {
        setCount(mostRows)
        shown.settle()
      })
    return shown.end
  }, [contents, follow])
  return contents
    .slice(0, count)
    .map((content, at) => <PaletteRowItem key={placeOf(at)} place={placeOf(at)} content={content} />)
}

/** The list once a frame shows it: the count and the announcement delay no letter. */
function useListAfterFrame(): PaletteList {
  const [shown, setShown] = useState(usePaletteList.getState)
  useEffect(() => {
    let forget = () => {}
    const follow = () => {
      forget()
      forget = afterFrame(() => startTransition(() => setShown(usePaletteList.getState())))
    }
    follow()
    const stop = usePaletteList.subscribe(follow)
    return () => {
      stop()
      forget()
    }
  }, [])
  return shown
}

function EmptyText() {
  const message = usePaletteList((list) => (list.rows.length === 0 ? emptyText(list) : null))
  return (
    message !== null && (
      <div className="palette-empty" role="presentation">
        {message}
      </div>
    )
  )
}

function emptyText({ loading, failed, unknown }: PaletteList): string {
  if (loading) return '正在读取…'
  if (failed.length > 0) return `${failed.join('、')}读取失败，请关闭后重试`
  if (unknown.length > 0) return `无法识别${unknown.map((word) => `「${word}」`).join('')}，去掉或换个说法`
  return '没有匹配的内容，试试别的词或拼音首字母'
}

/** Number of matches. Counted after the rows are shown: counting takes longer than finding the rows. */
function Count() {
  const { count } = useListAfterFrame()
  return (
    <span className="palette-head-count" aria-hidden="true">
      {count()} 项
    </span>
  )
}

/** Rows keep their ids while their texts change, so screen readers must be told the new first row. */
function LiveCount() {
  const list = useListAfterFrame()
  const title = list.text && highlightedIn(list)?.title
  return (
    <div className="palette-live" role="status" aria-live="polite">
      {list.loading && list.rows.length === 0 ? '正在读取' : `${list.count()} 项${title ? `，${title}` : ''}`}
    </div>
  )
}

/** The input would drop line feeds, and text beyond its maximum length. */
function keepWhole(event: ClipboardEvent<HTMLInputElement>): void {
  const whole = event.clipboardData.getData('text/plain')
  if (whole.trim() === '' || (whole.length <= longestTyped && !/[\r\n]/.test(whole.trim()))) return
  event.preventDefault()
  pasteText(whole)
}

/** Keys that change the text, including those of an input method; they never move the highlight. */
const isTyping = ({ key, keyCode, nativeEvent }: KeyboardEvent<HTMLElement>): boolean =>
  key.length === 1 || key === 'Backspace' || nativeEvent.isComposing || keyCode === 229

function backspaceGoesBack(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Backspace' || event.nativeEvent.isComposing || event.keyCode === 229) return
  const { text, pages } = usePalette.getState()
  if (text !== '' || pages.length === 1) return
  event.preventDefault()
  goBack()
}
