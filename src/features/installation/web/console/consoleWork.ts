// The lines shown on the page: they follow the tab's recorder unless the user pauses them.

import { navigate } from 'wouter/use-browser-location'
import { create } from 'zustand'
import { momentText } from '#shared/moment.ts'
import { pages } from '#shared/pages.ts'
import { defineList } from '#web/list/defineList.ts'
import type { Tone } from '#web/list/types.ts'
import {
  type ConsoleLevel,
  type ConsoleLine,
  clearConsole,
  consoleLevels,
  consoleLines,
  onConsole,
  putBackLines,
} from '#web/shell/console/recorder.ts'
import { installation } from '#web/shell/installation.ts'
import { showMessage } from '#web/shell/message.ts'
import { copyText } from '#web/ui/copyText.ts'
import { zoneMark } from '#web/ui/timeText.ts'
import { offerUndo } from '#web/ui/undo.ts'

export const levelTitles: Record<ConsoleLevel, string> = {
  uncaught: '未捕获',
  rejection: '未处理',
  error: '错误',
  warn: '警告',
  call: '失败请求',
  info: '信息',
  log: '日志',
  debug: '调试',
}
const tones: Record<ConsoleLevel, Tone> = {
  uncaught: 'bad',
  rejection: 'bad',
  error: 'bad',
  warn: 'warning',
  call: 'warning',
  info: 'active',
  log: 'muted',
  debug: 'muted',
}

/** To the millisecond: «2026-11-20 14:03:07.042». */
export const lineMoment = (at: number): string =>
  `${momentText(at, installation().zone, 'second')}.${String(at % 1000).padStart(3, '0')}${zoneMark(at)}`

/** The text for a ticket. */
export const lineText = (line: ConsoleLine): string =>
  [
    `${lineMoment(line.at)} [${levelTitles[line.level]}]${line.times > 1 ? ` ×${line.times}` : ''} ${line.text}`,
    ...(line.requestId ? [`请求编号 ${line.requestId}`] : []),
    ...(line.stack ? [line.stack] : []),
    `页面 ${line.path}`,
  ].join('\n')

export const consoleList = defineList<ConsoleLine>({
  name: 'consoleMonit',
  path: pages.othersConsoleMonit.path,
  title: '控制台',
  noun: '行',
  measure: '条',
  searchHint: '内容、调用栈、页面、请求编号',
  idOf: ({ id }) => String(id),
  nameOf: ({ text }) => text,
  permission: null,
  source: { kind: 'whole', read: async () => consoleLines() },
  sort: '-at',
  columns: [
    {
      key: 'level',
      title: '级别',
      kind: 'badge',
      value: ({ level }) => levelTitles[level],
      tone: ({ level }) => tones[level],
      rank: ({ level }) => consoleLevels.indexOf(level),
    },
    {
      key: 'at',
      title: '时间',
      value: ({ lastAt }) => lineMoment(lastAt),
      searched: false,
      rank: ({ id }) => id,
    },
    {
      key: 'text',
      title: '内容',
      kind: 'code',
      value: ({ text }) => text.split('\n', 1)[0] ?? '',
      searched: ({ text, stack }) => `${text}\n${stack}`,
      width: 620,
    },
    { key: 'times', title: '次数', kind: 'number', value: ({ times }) => times },
    { key: 'path', title: '页面', kind: 'code', value: ({ path }) => path },
    { key: 'requestId', title: '请求编号', kind: 'code', value: ({ requestId }) => requestId },
  ],
  filters: [
    {
      key: 'level',
      title: '级别',
      kind: 'several',
      options: consoleLevels.map((level) => ({ value: level, title: levelTitles[level] })),
      holds: ({ level }, value) => level === value,
    },
    {
      key: 'before',
      title: '时段',
      kind: 'yesNo',
      yes: '刷新之前',
      no: '刷新之后',
      holds: ({ before }) => before,
    },
  ],
  actions: [
    {
      command: 'console.copy',
      title: '复制',
      startMany: (lines) => void copyText(lines.map(lineText).join('\n\n'), `已复制 ${lines.length} 条`),
    },
    {
      command: 'console.log',
      title: '查日志',
      refuses: ({ requestId }) => (requestId ? undefined : '这一行不是一次请求，没有请求编号'),
      start: ({ requestId }) => navigate(pages.othersLogSearch({ request: requestId })),
    },
  ],
  empty: {
    title: '控制台是空的',
    description: '此标签页的报错、控制台输出和失败的请求会出现在这里，不会发往别处，关闭标签页即消失。',
  },
})

interface Following {
  /** Paused by the user's key. */
  paused: boolean
  /** Lines that arrived since the shown lines were read. */
  waiting: number
}
export const useFollowing = create<Following>(() => ({ paused: false, waiting: 0 }))

const everyMs = 250
/** The user has scrolled down; new lines would push the visible rows away. */
const isScrolled = (): boolean =>
  (document.querySelector('.list-page .bp6-table-quadrant-main .bp6-table-quadrant-scroll-container')
    ?.scrollTop ?? 0) > 4

/** Updates as lines arrive, at most four times a second. Returns a function that stops following. */
export function followLines(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const come = () => {
    timer = undefined
    if (useFollowing.getState().paused || isScrolled()) hold()
    else showNew()
  }
  const stop = onConsole(() => {
    timer ??= setTimeout(come, everyMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

function hold(): void {
  const shown = consoleList.useState.getState().rows.at(-1)?.id ?? 0
  useFollowing.setState({ waiting: consoleLines().filter(({ id }) => id > shown).length })
}

/** Shows all lines. */
export function showNew(): void {
  useFollowing.setState({ waiting: 0 })
  void consoleList.refresh()
}

export function togglePause(): void {
  const paused = !useFollowing.getState().paused
  useFollowing.setState({ paused })
  if (!paused) showNew()
}

export function copyAll(): void {
  const lines = consoleLines()
  if (lines.length === 0) return void showMessage({ message: '控制台是空的' })
  void copyText(lines.map(lineText).join('\n\n'), `已复制全部 ${lines.length} 条`)
}

export function clearLines(): void {
  const gone = clearConsole()
  showNew()
  if (gone.length === 0) return
  offerUndo(`已清空 ${gone.length} 条`, async () => {
    putBackLines(gone)
    showNew()
  })
}
