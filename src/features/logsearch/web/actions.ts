// What the reader does: each step changes the address, and what the address says is searched.
import { navigate } from 'wouter/use-browser-location'
import { failureOf } from '#web/api/client.ts'
import { shortAddress } from '#web/shell/longAddress.ts'
import { showMessage } from '#web/shell/message.ts'
import { copyText } from '#web/ui/copyText.ts'
import { emptyAddress, type LogAddress, readAddress, sameQuestion, writeAddress } from './address.ts'
import { fieldOf, readWhole, requestOf } from './lines/line.ts'
import { rememberQuery } from './query/history.ts'
import { type TermKind, withTerm } from './query/terms.ts'
import { readIndex, readPlaces } from './reading/places.ts'
import type { ShownLine } from './reading/question.ts'
import { search } from './reading/search.ts'
import { type FieldValue, linesTable, type Places, shownColumns, useLogs } from './store.ts'
import { stopTail } from './tail/follow.ts'
import { type Bounds, boundsOf, type LogRange, moved, narrowed, widened } from './time/range.ts'

/** The address as the page has it now, or comes to have it. */
export async function followAddress(text: string): Promise<void> {
  const places = await readPlaces()
  if (places === null || location.search !== text) return
  const address = filled(readAddress(text), places)
  const { searched, address: before } = useLogs.getState()
  const isOther = !sameQuestion(before, address)
  useLogs.setState({ address, ...((isOther || before.query !== address.query) && { draft: address.query }) })
  if (isOther) stopTail()
  if (address.store !== '') void readIndex(address.entrance, address.store)
  if (!isPresent(address, places)) return
  if (!searched || !sameQuestion(searched.address, address)) void search(address)
  void openLine(address)
}

/** What the address leaves out is the first that there is. */
function filled(address: LogAddress, { entrances, stores }: Places): LogAddress {
  const entrance = address.entrance || (entrances[0]?.name ?? '')
  return { ...address, entrance, store: address.store || (stores[entrance]?.[0]?.name ?? '') }
}

export const isPresent = ({ entrance, store }: LogAddress, { stores }: Places): boolean =>
  stores[entrance]?.some(({ name }) => name === store) ?? false

export function change(part: Partial<LogAddress>, { replace = false } = {}): void {
  const { address } = useLogs.getState()
  navigate(writeAddress({ ...address, ...part }), { replace })
}

/** Searches for what is typed, again where it is what was searched for. */
export function run(query = useLogs.getState().draft): void {
  const { address, places } = useLogs.getState()
  const text = query.trim()
  rememberQuery(text)
  stopTail()
  useLogs.setState({ draft: text })
  if (text === address.query && address.line === '' && places && isPresent(address, places)) {
    void search(address)
    if (address.store !== '') void readIndex(address.entrance, address.store, true)
  } else change({ query: text, line: '', around: false })
}

export function setRange(range: LogRange): void {
  change({ range, line: '', around: false })
}

const presentBounds = (): Bounds => boundsOf(useLogs.getState().address.range)

export const moveRange = (by: -1 | 1): void => setRange(moved(presentBounds(), by))
export const widenRange = (): void => setRange(widened(presentBounds()))
export const narrowRange = (): void => setRange(narrowed(presentBounds()))

export function setStore(entrance: string, store: string): void {
  const { address } = useLogs.getState()
  // Fields are of their store.
  change({ ...emptyAddress, range: address.range, query: address.query, wrap: address.wrap, entrance, store })
}

// ---- one line

/** The line that keys act on: in front in the table, or whose details are open. */
function frontLine(): ShownLine | null {
  const table = linesTable()
  const row = table?.selection?.active.row
  return (row === undefined ? undefined : lineAt(row)) ?? useLogs.getState().front
}

function lineAt(row: number): ShownLine | undefined {
  const { tail, searched, address, around } = useLogs.getState()
  if (tail) return tail.lines[row]
  if (address.around && around) return around.lines[row]
  return searched?.book.lineAt(row)
}

export function withLine(act: (line: ShownLine) => void): void {
  const line = frontLine()
  if (line) act(line)
  else showMessage({ message: '请先选一条日志' })
}

export function toggleDetail(line: ShownLine): void {
  const { address, tail } = useLogs.getState()
  const isOpen = address.line === line.id
  useLogs.setState({ front: isOpen ? null : line })
  // What comes in by itself has no place in an address.
  if (!tail) change({ line: isOpen ? '' : line.id, store: line.store }, { replace: true })
}

/** The details follow the line in front while they are open. */
export function lineInFront(line: ShownLine): void {
  const { front, address, tail } = useLogs.getState()
  if (front === null || front.id === line.id) return
  useLogs.setState({ front: line })
  if (!tail && address.line !== '' && !address.around) change({ line: line.id }, { replace: true })
}

export function closeDetail(): void {
  useLogs.setState({ front: null, focused: null })
  if (useLogs.getState().address.line !== '') change({ line: '', around: false }, { replace: true })
}

/** A link names a line by its id: it is read, whether the search finds it or not. */
async function openLine({ entrance, store, line: id }: LogAddress): Promise<void> {
  const { front } = useLogs.getState()
  if (id === '') {
    if (front) useLogs.setState({ front: null, focused: null })
    return
  }
  if (front?.id === id) return
  try {
    const { line } = await readWhole(entrance, store, id)
    if (useLogs.getState().address.line === id) useLogs.setState({ front: { ...line, store } })
  } catch (error) {
    if (useLogs.getState().address.line !== id) return
    const { shown } = failureOf(error)
    showMessage({ ...shown, message: `链接里的那条日志读取失败：${shown.message}`, intent: 'warning' })
    change({ line: '', around: false }, { replace: true })
  }
}

export function showAround(line: ShownLine): void {
  const { address } = useLogs.getState()
  stopTail()
  useLogs.setState({ front: line })
  change({ line: line.id, store: line.store, around: true, ...(address.request && { request: '' }) })
}

export function showRequest(line: ShownLine): void {
  const request = requestOf(line)
  if (request === null) {
    showMessage({ message: '这条日志没有请求编号' })
    return
  }
  stopTail()
  change({ request, query: '', line: '', around: false })
}

// ---- fields and their values

/** The field that keys act on: of the panel's row or the table's cell that has the focus. */
export function frontField(): FieldValue | null {
  const { focused, columnKeys } = useLogs.getState()
  if (focused) return focused
  const table = linesTable()
  const at = table?.selection?.active
  const line = at && lineAt(at.row)
  const name = at && columnKeys[table.columnAt(at.column)]
  if (!line || name === undefined) return null
  return { field: name, value: fieldOf(line, name) ?? '' }
}

export function withField(act: (given: FieldValue) => void): void {
  const field = frontField()
  if (field && field.field !== '') act(field)
  else showMessage({ message: '请先选一个字段的值：在详情、字段列表里，或列的格子上' })
}

export function addTerm(kind: TermKind, { field, value }: FieldValue): void {
  const { address, draft } = useLogs.getState()
  const query = withTerm(draft, kind, field, value)
  if (query === address.query) {
    showMessage({ message: '条件里已有' })
    return
  }
  run(query)
}

export function toggleColumn(field: string): void {
  const columns = shownColumns(useLogs.getState())
  const next = columns.includes(field) ? columns.filter((one) => one !== field) : [...columns, field]
  change({ columns: next }, { replace: true })
}

// ---- copies

/** The address of what shows, its days fixed: it finds the same tomorrow. */
export function linkTo(line: ShownLine | null): string {
  const { address, searched } = useLogs.getState()
  const range = searched ? searched.bounds : boundsOf(address.range)
  const part = line ? { line: line.id, store: line.store } : {}
  return `${location.origin}${shortAddress(writeAddress({ ...address, range, ...part }))}`
}

export function copyRequest(line: ShownLine): void {
  const request = requestOf(line)
  if (request === null) showMessage({ message: '这条日志没有请求编号' })
  else void copyText(request, '已复制请求编号')
}
