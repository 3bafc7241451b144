// Commands that act on the selected row.
import { exportFileName } from '#shared/exportName.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { installation } from '#web/shell/installation.ts'
import { copyText } from '#web/ui/copyText.ts'
import type { CopyForm } from '../engine/openText.ts'
import { jsonWorker, moveTo, openJson, rowsChanged, tried, useJson } from './store.ts'

const cursorNow = () => useJson.getState().cursor
export const isOpen = (): boolean => useJson.getState().status === 'open'

/**
 * Keys pressed during a running command wait, because each acts on the row that the previous one selected.
 */
let turn: Promise<void> | null = null
export function inTurn(work: () => Promise<void> | void): void {
  const mine = turn ? turn.then(work) : work()
  if (!mine) return
  const end = mine.finally(() => {
    if (turn === end) turn = null
  })
  turn = end
}

export const stepRow = (to: 'in' | 'out'): Promise<void> =>
  tried(async () => {
    const { at, total } = await jsonWorker.askText('step', cursorNow(), to)
    useJson.setState({ cursor: at })
    rowsChanged(total)
  })

export const expandRow = (row = cursorNow()): Promise<void> =>
  tried(async () => rowsChanged(await jsonWorker.askText('expandAll', row)))

/** 0 shows only the top level. */
export const openTo = (depth: number): Promise<void> =>
  tried(async () => {
    const total = await jsonWorker.askText('openTo', depth)
    useJson.setState({ cursor: 0 })
    rowsChanged(total)
  })

const done: Record<CopyForm, string> = {
  value: '已复制值',
  path: '已复制路径',
  script: '已复制 JS 路径',
  pointer: '已复制 JSON Pointer',
  key: '已复制键',
}

export const copyRow = (form: CopyForm): Promise<void> =>
  tried(async () => {
    if (!isOpen()) return
    const text = await jsonWorker.askText('copied', cursorNow(), form, useJson.getState().filter !== null)
    await copyText(text, done[form])
  })

/** For the selected row, or for its nearest suitable ancestor. */
export const showTable = (): Promise<void> =>
  tried(async () => {
    const row = await jsonWorker.askText('tabularRow', cursorNow())
    if (row < 0) useJson.setState({ failure: '表格要在由对象组成的数组上看，请先选中一个' })
    else {
      moveTo(row)
      useJson.setState({ view: 'table' })
    }
  })

export const download = (): Promise<void> =>
  tried(async () => {
    const blob = await jsonWorker.askText('format', { indent: 2, sortKeys: false })
    const { name } = useJson.getState()
    saveBlob(
      blob,
      exportFileName(name.replace(/\.[^.]*$/, '') || '数据', new Date(), installation().zone, 'json'),
    )
  })

/** Opens the JSON text inside the row's string instead of the whole. */
export const openWithin = (): Promise<void> =>
  tried(async () => {
    const { name, filter } = useJson.getState()
    const detail = await jsonWorker.askText('detail', cursorNow(), filter !== null)
    if (detail?.kind !== 'string') return
    const text = await jsonWorker.askText('copied', cursorNow(), 'value', false)
    await openJson(text, name ? `${name} 里的文字` : '')
  })
