// Many rows, read in pieces: an embedded store reads each statement's rows in one turn of the event loop.
import { breathe } from '../limits/breath.ts'

export const rowsAtOnce = 1_000

/** `query` asks for at most `rowsAtOnce` rows, by ascending ids, after one. */
export async function* pagesById<Row extends { id: number }>(
  query: (after: number) => { execute(): Promise<Row[]> },
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const page = await query(after).execute()
    yield page
    const last = page.at(-1)
    if (!last || page.length < rowsAtOnce) return
    after = last.id
    await breathe()
  }
}
