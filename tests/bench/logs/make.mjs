// Ten million lines of JSON as a server writes them, 1.7 GB, some thirty seconds.
import { closeSync, openSync, writeSync } from 'node:fs'

const calls = [
  'getReportDataByInfo',
  'getViewMeta',
  'query',
  'listInbox',
  'countUnread',
  'login',
  'getLogs',
  'e',
]
const words = ['cache hit', 'slow statement', 'connection reset by peer', '登录成功', '重试', 'ok']

/** Drawn alike each time. */
function drawing() {
  let seed = 7
  return (most) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return Math.floor((seed / 0x80000000) * most)
  }
}

/** What stands behind time and id: some thousands of ends, each line has one. */
function makeEnds(below) {
  const end = () => {
    const status = below(100) < 95 ? 200 : below(2) ? 404 : 500
    const ms = Math.floor(Math.exp((below(9000) + 1) / 1000) * 10) / 10
    const who = `"userId":${below(5000)},"method":"${below(10) < 6 ? 'POST' : 'GET'}"`
    return `${who},"call":"${calls[below(8)]}","status":${status},"ms":${ms},"bytes":${below(100_000)},"msg":"${words[Math.floor((below(6) * below(6)) / 6)]}"}`
  }
  return Array.from({ length: 20_000 }, end)
}

export function makeLogs(path, count) {
  const below = drawing()
  const ends = makeEnds(below)
  const file = openSync(path, 'w')
  let at = Date.UTC(2026, 9, 1)
  let lines = []
  for (let line = 1; line <= count; line += 1) {
    at += below(500)
    const id = `${(Math.imul(line, 2654435761) >>> 0).toString(16)}-${line.toString(36)}`
    lines.push(`{"time":"${new Date(at).toISOString()}","reqId":"${id}",${ends[below(20_000)]}`)
    if (lines.length === 20_000 || line === count) {
      writeSync(file, `${lines.join('\n')}\n`)
      lines = []
    }
  }
  closeSync(file)
  const middle = Math.floor(count / 2)
  return `${(Math.imul(middle, 2654435761) >>> 0).toString(16)}-${middle.toString(36)}`
}
