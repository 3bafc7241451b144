// The lines of one request, from all stores of an entrance: access, errors, statements, audit.
import { writtenTest } from '#shared/logQuery/words.ts'
import { failureOf } from '#web/api/client.ts'
import type { LogAddress } from '../address.ts'
import { type Searched, useLogs } from '../store.ts'
import { LinePages } from './linePages.ts'
import { inStore, type Question, readPage, type ShownLine } from './question.ts'

/** Its field in the server's own logs. */
export const requestField = 'reqId'
/** Per store; a request with more lines is viewed store by store. */
const mostLines = 500

export async function searchRequest(
  { entrance, request, query, ...address }: LogAddress,
  bounds: Searched['bounds'],
  serial: number,
  signal: AbortSignal,
): Promise<void> {
  const stores = useLogs.getState().places?.stores[entrance] ?? []
  const notes: string[] = []
  const asked = `${writtenTest(requestField, request)}${query.trim() ? ` ${query.trim()}` : ''}`
  const found = await Promise.all(
    stores.map(async ({ name, title }): Promise<ShownLine[]> => {
      const question = { entrance, store: name, query: asked, order: 'oldest' as const, bounds }
      try {
        return await readAll(question, signal)
      } catch (error) {
        signal.throwIfAborted()
        const { message, literal } = failureOf(error)
        notes.push(`「${title}」查询失败：${literal || message}`)
        return []
      }
    }),
  )
  const lines = found.flat().sort(byTime)
  const book = new LinePages({ entrance, store: '', query: asked, order: 'oldest', bounds })
  book.begin(lines, null)
  useLogs.getState().searched?.book.close()
  useLogs.setState({
    searched: {
      serial,
      address: { ...address, entrance, request, query },
      bounds,
      book,
      progress: null,
      counts: null,
      done: true,
      stopped: false,
      notes,
      elapsedMs: 0,
    },
  })
}

const byTime = (one: ShownLine, other: ShownLine): number =>
  (one.time ?? '') < (other.time ?? '') ? -1 : (one.time ?? '') > (other.time ?? '') ? 1 : 0

async function readAll(question: Question, signal: AbortSignal): Promise<ShownLine[]> {
  const lines: ShownLine[] = []
  let cursor: string | null | undefined
  do {
    const asked = { limit: mostLines, waitMs: 5_000, ...(cursor && { cursor }) }
    const page = await readPage(question, asked, signal)
    lines.push(...inStore(page.lines, question.store))
    cursor = page.cursor
  } while (cursor !== null && lines.length < mostLines)
  return lines
}
