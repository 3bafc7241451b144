// The command palette: a dialog over everything, opened by key, by the search field or to ask for an argument. Its parts
// each take of the list (list.ts) what they show, so that a key draws no more than it changes.
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
import { createRows, firstRows, showRows } from './rows.ts'
import { closePalette, goBack, longestTyped, pasteText, typeText, usePalette } from './store.ts'

export function Palette() {
  const open = usePalette((palette) => palette.open)
  return open ? createPortal(<PaletteDialog />, document.body) : null
}

function PaletteDialog() {
  const pages = usePalette((palette) => palette.pages.length)
  const highlighted = usePaletteList((list) => list.highlighted)
  const previewed = usePaletteList(hasPreview)
  const field = useRef<HTMLInputElement>(null)
  // Here, once the rows have their texts: to focus lays the page out, and before them it would be laid out twice.
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
        // A page within begins at its first row, as the first page did.
        key={pages}
        onKeyDown={(event) => {
          // Before cmdk goes where the key says.
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

/** Holds its text by itself, and takes another where what was typed is not what it holds: no key draws it. */
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
    // cmdk searches nothing, so it is told no text: at a new one it would look for the first row by itself, and name
    // the row before to screen readers.
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

interface Follow {
  /** Brings the rows below at once. */
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

/** cmdk scrolls to what its keys highlight; the best answer to a new text is shown from here. */
function useScrollFromTop() {
  const ref = useRef<HTMLDivElement>(null)
  // Asking a list that was not scrolled would lay it out once more for every key.
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
 * All places stay once they are made: what one types changes what they show, and neither adds nor takes rows. Those in
 * view are made at once, the others once these are painted, or with the key that goes there.
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

/** The list once a frame shows it: what is said about it keeps no letter waiting. */
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
  if (unknown.length > 0) return `不认识${unknown.map((word) => `「${word}」`).join('')}，去掉或换个说法`
  return '没有匹配的内容，试试别的词或拼音首字母'
}

/** How many answer. Counted once the rows are shown, which it takes longer to count than to find. */
function Count() {
  const { count } = useListAfterFrame()
  return (
    <span className="palette-head-count" aria-hidden="true">
      {count()} 项
    </span>
  )
}

/** Rows keep their ids while their texts change, so that a screen reader must be told what stands first now. */
function LiveCount() {
  const list = useListAfterFrame()
  const title = list.text && highlightedIn(list)?.title
  return (
    <div className="palette-live" role="status" aria-live="polite">
      {list.loading && list.rows.length === 0 ? '正在读取' : `${list.count()} 项${title ? `，${title}` : ''}`}
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
