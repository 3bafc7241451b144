// The content of one slot of the list: heading, icon, title with the matched parts marked, detail at the right. It is
// written straight into the slot's elements, which stay: a dozen rows per key press take a third of the time that
// diffing and replacing elements would. React renders only what cmdk must know and what rarely changes.
import type { CommandId } from '#commands/index.ts'
import type { Range } from '#shared/matching/highlight.ts'
import type { PaletteEntry } from './entries.ts'
import { marksOf } from './marks.ts'
import type { PaletteRow } from './results.ts'
import { detailOf } from './rowFigures.ts'
import { anyIcon, drawIcon } from './rowIcons.ts'

/** The part of a slot's content that React renders. */
interface RowState {
  /** The slot is empty but kept, for later results. */
  hidden: boolean
  highlighted: boolean
  denied: boolean
  /** Command whose keys stand at the right. A row without a command keeps the previous row's, hidden. */
  command: CommandId | undefined
}

type Take<Of extends Element> = (element: Of | null) => void

/** The content of one slot. */
export interface RowContent {
  /** The row in the slot; undefined while the slot is hidden. */
  readonly row: PaletteRow | undefined
  /** The same object until one of its values changes. */
  readonly state: RowState
  /** Calls `hear` on each new state; the returned function unsubscribes. */
  subscribe: (hear: () => void) => () => void
  /**
   * Shows the row, with its heading when it is the first of its group. Without a row the slot is hidden and keeps its
   * content, for later results.
   */
  show: (row: PaletteRow | undefined, begins?: boolean) => void
  highlight: (highlighted: boolean) => void
  /** Shows what has become known of the row's entry. */
  retell: () => void
  takeHeading: Take<HTMLElement>
  takeIcon: Take<SVGElement>
  takeTitle: Take<HTMLElement>
  takeDetail: Take<HTMLElement>
  takeKeys: Take<HTMLElement>
}

export function createRowContent(): RowContent {
  let row: PaletteRow | undefined
  let state: RowState = { hidden: true, highlighted: false, denied: false, command: undefined }
  const heard = new Set<() => void>()
  const change = (next: RowState) => {
    const isSame =
      next.hidden === state.hidden &&
      next.highlighted === state.highlighted &&
      next.denied === state.denied &&
      next.command === state.command
    if (isSame) return
    state = next
    for (const hear of heard) hear()
  }
  const heading = createPart<HTMLElement, string>('', writeHeading)
  const icon = createPart<SVGElement, string>(anyIcon, drawIcon)
  const title = createPart<Title, PaletteRow | undefined>(undefined, ({ write }, shown) => {
    if (shown !== undefined) write(shown)
  })
  const detail = createPart<HTMLElement, string>('', (element, text) => {
    element.textContent = text
  })
  const hasKeys = createPart<HTMLElement, boolean>(false, (element, has) => {
    element.hidden = !has
  })
  return {
    get row() {
      return row
    },
    get state() {
      return state
    },
    subscribe: (hear) => {
      heard.add(hear)
      return () => heard.delete(hear)
    },
    show: (next, begins = false) => {
      row = next
      heading.set(next !== undefined && begins ? next.heading : '')
      if (next === undefined) {
        change({ ...state, hidden: true })
        return
      }
      const { entry } = next
      const denied = entry.denied !== undefined
      const command = denied ? undefined : entry.command
      icon.set(entry.icon ?? anyIcon)
      title.set(next)
      detail.set(entry.denied ?? detailOf(entry))
      hasKeys.set(command !== undefined)
      change({ ...state, hidden: false, denied, command: command ?? state.command })
    },
    highlight: (highlighted) => change({ ...state, highlighted }),
    retell: () => {
      if (row !== undefined && row.entry.denied === undefined) detail.set(detailOf(row.entry))
    },
    takeHeading: heading.take,
    takeIcon: icon.take,
    takeTitle: (element) => title.take(element && createTitle(element)),
    takeDetail: detail.take,
    takeKeys: hasKeys.take,
  }
}

/** A value and the element that shows it: the value is written when the element mounts, and on each change. */
function createPart<Into, Said>(said: Said, write: (into: Into, said: Said) => void) {
  let into: Into | null = null
  return {
    take: (taken: Into | null): void => {
      into = taken
      if (into !== null) write(into, said)
    },
    set: (next: Said): void => {
      if (next === said) return
      said = next
      if (into !== null) write(into, said)
    },
  }
}

/** A hidden heading keeps its text: clearing it would cost as much as writing it. */
function writeHeading(element: HTMLElement, text: string): void {
  element.hidden = text === ''
  if (text !== '' && text !== element.textContent) element.textContent = text
}

interface Title {
  write: (row: PaletteRow) => void
}

function createTitle(element: HTMLElement): Title {
  const name = element.appendChild(document.createElement('span'))
  const text = createMarkedText(name)
  let alias: { element: HTMLElement; text: MarkedText } | undefined
  let rest: HTMLElement | undefined
  let restSaid = ''
  return {
    write: (row) => {
      const { entry } = row
      const marks = marksOf(row)
      text.write(entry.title, marks.title)
      if (marks.alias !== null && alias === undefined) {
        const made = document.createElement('span')
        made.className = 'palette-row-alias'
        name.after(made)
        alias = { element: made, text: createMarkedText(made) }
      }
      if (alias !== undefined) {
        alias.element.hidden = marks.alias === null
        if (marks.alias !== null) alias.text.write(marks.alias.text, marks.alias.ranges)
      }
      const said = [asksForMore(entry) ? '…' : '', ...(entry.chips ?? [])].join('\n')
      if (said === restSaid) return
      rest ??= element.appendChild(document.createElement('span'))
      rest.replaceChildren(...elementsAfter(entry))
      restSaid = said
    },
  }
}

const asksForMore = ({ argument, page, go }: PaletteEntry): boolean =>
  argument !== undefined || (page !== undefined && go === undefined)

/** Elements after the title: the dots of an entry that asks for more, and the values that a sentence filled in. */
function elementsAfter(entry: PaletteEntry): HTMLElement[] {
  const chips = (entry.chips ?? []).map((chip) => elementOf('palette-chip', chip))
  if (!asksForMore(entry)) return chips
  const more = elementOf('', ' …')
  more.ariaHidden = 'true'
  return [more, ...chips]
}

function elementOf(className: string, text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.textContent = text
  return element
}

interface MarkedText {
  write: (text: string, ranges: readonly Range[]) => void
}

/** A text with marked parts: plain and marked pieces alternate; surplus pieces stay and are emptied. */
function createMarkedText(parent: HTMLElement): MarkedText {
  const pieces: Text[] = []
  const pieceAt = (at: number): Text => {
    const known = pieces[at]
    if (known !== undefined) return known
    const piece = document.createTextNode('')
    if (at % 2 === 0) parent.append(piece)
    else {
      const mark = document.createElement('mark')
      mark.className = 'palette-mark'
      mark.append(piece)
      parent.append(mark)
    }
    pieces.push(piece)
    return piece
  }
  const put = (at: number, text: string) => {
    const piece = pieceAt(at)
    if (piece.data !== text) piece.data = text
  }
  return {
    write: (text, ranges) => {
      let place = 0
      let at = 0
      for (const [start, end] of ranges) {
        put(at++, text.slice(place, start))
        put(at++, text.slice(start, end))
        place = end
      }
      put(at++, text.slice(place))
      for (; at < pieces.length; at++) put(at, '')
    },
  }
}
