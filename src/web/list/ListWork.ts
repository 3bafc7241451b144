// Actions on a shown list, however triggered: key, palette, button, menu.
import { type CommandId, commandOf } from '#commands/index.ts'
import { failureOf } from '../api/callError.ts'
import { showMessage } from '../shell/message.ts'
import { holds } from '../shell/session.ts'
import { rangeOf } from '../table/selection/selection.ts'
import type { RowTicks, TableHandle } from '../table/types.ts'
import { keepFocus } from '../ui/focus/keepFocus.ts'
import { undoLast } from '../ui/undo.ts'
import { changeAddress, readAddress } from './address.ts'
import type { List, NamedAction } from './defineList.ts'
import type { ListCommandId, ShownList } from './shownList.ts'
import type { RowAction, RowsInOrder } from './types.ts'
import { asksFirst, workOnRows } from './workOnRows.ts'

/** Up to this many unloaded rows are loaded for an action. */
const mostFetched = 5_000

export class ListWork<Row extends object> implements ShownList {
  readonly list: List<Row>
  /** Null while no rows are shown. */
  table: TableHandle | null = null
  /** The table's rows, which may follow the address a moment later: table positions refer to these. */
  shown: RowsInOrder<Row> | null = null
  searchField: HTMLInputElement | null = null
  filterBar: HTMLElement | null = null
  private lastTicked = -1

  constructor(list: List<Row>) {
    this.list = list
  }

  readonly run: Record<ListCommandId, () => void> = {
    'list.search': () => this.search(),
    'list.previous': () => this.step('up'),
    'list.next': () => this.step('down'),
    'list.filter': () => this.enterFilters(),
    'list.clear': () => this.clear(),
    'list.open': () => this.open(),
    'list.create': () => this.create(),
    'list.edit': () => this.edit(),
    'list.paste': () => this.paste(),
    'list.delete': () => void this.remove(),
    'list.undo': undoLast,
    'list.tick': () => void this.tickChosen(),
    'list.tickAll': () => void this.tickAll(),
    'list.refresh': () => void this.list.refresh(),
    'list.export': () => this.export('xlsx'),
    'list.exportCsv': () => this.export('csv'),
  }

  isOfUse(command: ListCommandId): boolean {
    const { open, form, paste, remove, filters = [] } = this.list.declaration
    const writes = this.mayWriteHere
    const uses: Partial<Record<ListCommandId, boolean>> = {
      'list.filter': filters.length > 0,
      'list.open': open !== undefined || (form !== undefined && writes),
      'list.create': this.canCreate && writes,
      'list.edit': form !== undefined && writes,
      'list.paste': paste !== undefined && writes,
      'list.delete': remove !== undefined && writes,
    }
    return uses[command] ?? true
  }

  /** The present rows. */
  get rows(): RowsInOrder<Row> {
    return this.shown ?? this.list.shown(readAddress(this.list.declaration))
  }

  /** The active row; with `orFirst`, else the first. */
  chosen({ orFirst = false } = {}): Row | undefined {
    const selection = this.table?.selection
    const at = selection ? this.rows.at(selection.active.row) : undefined
    return at ?? (orFirst ? this.rows.at(0) : undefined)
  }

  /** The rows to act on: the ticked ones, else the selected ones; null where loading failed. */
  async acted(): Promise<readonly Row[] | null> {
    const { ticked } = this.list.useState.getState()
    return ticked.size > 0 ? [...ticked.values()] : this.selected()
  }

  /** Moves into the table, to the active row, else the first. */
  enterTable(): void {
    if (!this.table) return
    this.table.focus()
    if (!this.table.selection) this.table.selectCell({ row: this.table.firstVisibleRow, column: 0 })
  }

  open(row: Row | undefined = this.chosen({ orFirst: true })): void {
    const { open, form } = this.list.declaration
    if (!row) this.tellNone()
    else if (open) open(row)
    else if (form) this.edit(row)
  }

  edit(row: Row | undefined = this.chosen()): void {
    const { form, idOf, noun } = this.list.declaration
    const refused = row && form?.refuses?.(row)
    if (!form) say(`这里的${noun}不能编辑`)
    else if (!row) this.tellNone()
    else if (refused) say(refused)
    else if (this.mayWrite()) this.openForm(idOf(row))
  }

  create(): void {
    const { create, noun } = this.list.declaration
    if (!this.canCreate) say(`这里不能新建${noun}`)
    else if (!this.mayWrite()) return
    else if (create) create()
    else this.openForm('new')
  }

  get canCreate(): boolean {
    const { create, form } = this.list.declaration
    return create !== undefined || (form !== undefined && form.creates !== false)
  }

  get mayWriteHere(): boolean {
    return holds(this.list.declaration.permission ?? null)
  }

  paste(): void {
    const { paste, noun } = this.list.declaration
    if (!paste) say(`这里不能批量粘贴${noun}`)
    else if (this.mayWrite()) this.list.useState.setState({ dialog: { kind: 'paste' } })
  }

  async remove(): Promise<void> {
    const { remove, noun } = this.list.declaration
    if (!remove) say(`这里的${noun}不能删除`)
    else if (this.mayWrite()) await this.start({ title: '删除', ...remove })
  }

  act(command: CommandId): void {
    const action = this.list.declaration.actions?.find((one) => one.command === command)
    if (action) void this.start(action)
  }

  /** Asks first where the declaration says so. */
  async start(action: Omit<RowAction<Row>, 'command'>): Promise<void> {
    const rows = await this.acted()
    if (!rows) return
    const allowed = rows.filter((row) => action.refuses?.(row) === undefined)
    const [first, second] = allowed
    if (rows.length === 0) this.tellNone()
    else if (!first) say(action.refuses?.(rows[0] as Row) ?? '')
    else if (action.start && second) say(`「${action.title}」一次只能用于一${this.list.declaration.measure}`)
    else if (action.start) action.start(first)
    else if (action.startMany) action.startMany(allowed)
    else await this.begin(action, allowed, rows.length - allowed.length)
  }

  private async begin(action: NamedAction<Row>, rows: readonly Row[], leftOut: number): Promise<void> {
    const { measure } = this.list.declaration
    if (leftOut > 0) say(`${leftOut} ${measure}不能${action.title}，已略过`)
    if (!asksFirst(this.list, action, rows)) await this.work(action, rows)
  }

  async work(action: NamedAction<Row>, rows: readonly Row[]): Promise<void> {
    await workOnRows(this.list, action, rows)
    keepFocus('.list-page [role="grid"]')
  }

  closeForm(chosen?: string): void {
    changeAddress(this.list.declaration, { form: '', ...(chosen !== undefined && { chosen }) })
  }

  clear(): void {
    changeAddress(this.list.declaration, { text: '', filters: {} }, { step: true })
  }

  /** Ticks the selected rows, or unticks them where all are ticked. */
  async tickChosen(): Promise<void> {
    const rows = await this.selected()
    if (!rows) return
    if (rows.length === 0) return this.tellNone()
    this.setTicks(rows)
    this.lastTicked = this.table?.selection?.active.row ?? -1
  }

  async tickAll(): Promise<void> {
    const rows = await this.rowsBetween(0, this.rows.count - 1)
    if (rows) this.setTicks(rows)
  }

  untickAll(): void {
    this.list.useState.setState({ ticked: new Map() })
  }

  /** For the table's check boxes. */
  ticksOf(ticked: ReadonlyMap<string, Row>, rows: RowsInOrder<Row>): RowTicks {
    const { idOf } = this.list.declaration
    const isTicked = (at: number) => {
      const row = ticked.size === 0 ? undefined : rows.at(at)
      return row !== undefined && ticked.has(idOf(row))
    }
    return {
      isTicked,
      state: ticked.size === 0 ? 'none' : ticked.size >= rows.count ? 'all' : 'some',
      toggleAll: () => (ticked.size > 0 ? this.untickAll() : void this.tickAll()),
      toggle: (at, through) => {
        const from = through && this.lastTicked >= 0 ? this.lastTicked : at
        this.lastTicked = at
        void this.rowsBetween(Math.min(from, at), Math.max(from, at)).then(
          (between) => between && this.setTicks(between),
        )
      },
    }
  }

  private search(): void {
    this.searchField?.focus()
    this.searchField?.select()
  }

  private enterFilters(): void {
    const first = this.filterBar?.querySelector<HTMLElement>('.list-filter :is(select, input, button)')
    if (first) first.focus()
    else say('这里没有筛选条件')
  }

  private step(way: 'up' | 'down'): void {
    const hadOne = this.table?.selection
    this.enterTable()
    if (hadOne) this.table?.move(way)
  }

  private openForm(form: string): void {
    changeAddress(this.list.declaration, { form })
  }

  private export(format: 'xlsx' | 'csv'): void {
    void import('./exporting.ts').then(({ exportList }) => exportList(this.list, this.rows, format))
  }

  private setTicks(rows: readonly Row[]): void {
    const { idOf } = this.list.declaration
    this.list.useState.setState(({ ticked }) => {
      const changed = new Map(ticked)
      const all = rows.every((row) => ticked.has(idOf(row)))
      for (const row of rows) all ? changed.delete(idOf(row)) : changed.set(idOf(row), row)
      return { ticked: changed }
    })
  }

  private async selected(): Promise<readonly Row[] | null> {
    const selection = this.table?.selection
    if (!selection) return []
    const { firstRow, lastRow } = rangeOf(selection)
    return this.rowsBetween(firstRow, lastRow)
  }

  /** Null where loading failed, which was shown. */
  private async rowsBetween(first: number, last: number): Promise<readonly Row[] | null> {
    const { pages } = this.list
    const rows: Row[] = []
    if (!pages) {
      for (let at = first; at <= last; at++) {
        const row = this.rows.at(at)
        if (row) rows.push(row)
      }
      return rows
    }
    if (last - first >= mostFetched) {
      say(`一次最多选 ${mostFetched.toLocaleString('en-US')} ${this.list.declaration.measure}`)
      return null
    }
    try {
      for await (const row of pages.read(first, last + 1, new AbortController().signal)) rows.push(row)
      return rows
    } catch (error) {
      const message = `所选的${this.list.declaration.noun}部分读取失败`
      showMessage({ message, detail: failureOf(error).shown.message, intent: 'danger' })
      return null
    }
  }

  private mayWrite(): boolean {
    if (this.mayWriteHere) return true
    showMessage({ message: `没有修改${this.list.declaration.noun}的权限`, intent: 'warning' })
    return false
  }

  private tellNone(): void {
    const { noun, measure } = this.list.declaration
    say(this.rows.count === 0 ? `这里没有${noun}` : `请先选择一${measure}${noun}`)
  }
}

const say = (message: string): void => void showMessage({ message })

/** Commands that the signed-in user may run. */
export const isOffered = (command: CommandId): boolean => holds(commandOf(command).permission)
