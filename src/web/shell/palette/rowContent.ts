// What stands in a row: its title with the parts that answered, and what is muted at the right. Written straight into
// the row's elements, which stay and only change their texts: to draw a dozen rows for each key this way takes a third
// of the time that comparing and replacing elements would.
import type { Range } from '../../../shared/matching/highlight.ts'
import type { PaletteEntry } from './entries.ts'
import { marksOf, type PaletteRow } from './results.ts'

/** One place's content. React draws the elements and leaves what is in them alone. */
export interface RowContent {
  /** What the place holds; none while it is hidden. */
  readonly row: PaletteRow | undefined
  /** Shows the row; without one it keeps its texts, for an answer to come. */
  show: (row: PaletteRow | undefined) => void
  takeTitle: (element: HTMLElement | null) => void
  takeDetail: (element: HTMLElement | null) => void
}

export function createRowContent(): RowContent {
  let row: PaletteRow | undefined
  let title: Title | null = null
  let detail: HTMLElement | null = null
  let shownTitle: PaletteRow | undefined
  let shownDetail = ''

  const write = () => {
    if (row === undefined) return
    if (title !== null && row !== shownTitle) {
      title.write(row)
      shownTitle = row
    }
    const { denied, detail: said = '' } = row.entry
    const text = denied ?? said
    if (detail !== null && text !== shownDetail) {
      detail.textContent = text
      shownDetail = text
    }
  }
  return {
    get row() {
      return row
    },
    show: (next) => {
      row = next
      write()
    },
    takeTitle: (element) => {
      title = element === null ? null : createTitle(element)
      shownTitle = undefined
      write()
    },
    takeDetail: (element) => {
      detail = element
      shownDetail = ''
      write()
    },
  }
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
        if (marks.alias !== null) alias.text.write(entry.en ?? '', marks.alias)
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

/** What follows the title: that it asks for more, and what a sentence filled in. */
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

/** A text with parts marked: plain and marked pieces by turns, kept and left empty where there are fewer. */
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
