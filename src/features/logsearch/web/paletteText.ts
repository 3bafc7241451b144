// Log searches typed into the palette: «日志 status>=500», or the id of a failed request.
import { pages } from '#shared/pages.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'

const asked = /^(?:日志|logs?)[\s:：]+(\S.*)$/i
/** The server's start, a dash, and the request's number. */
const request = /^[0-9a-f]{8}-[0-9a-z]{1,9}$/
const path = pages.othersLogSearch.path

export function logEntry(text: string): PaletteEntry | null {
  const typed = text.trim()
  const query = asked.exec(typed)?.[1] ?? ''
  if (request.test(typed) || request.test(query)) {
    const id = query || typed
    return {
      id: `logs:request:${id}`,
      title: `请求 ${id} 的日志`,
      pinyin: '',
      icon: 'manual',
      group: '日志',
      detail: '近 24 小时，全部日志库',
      go: `${path}?time=24h&request=${id}`,
    }
  }
  if (query === '') return null
  return {
    id: `logs:query:${query}`,
    title: `在日志里查：${query}`,
    pinyin: '',
    icon: 'manual',
    group: '日志',
    detail: '近 1 小时',
    go: `${path}?q=${encodeURIComponent(query)}`,
  }
}
