// Reads many rows in pages, because an embedded store reads all rows of a statement in one turn of the event
// loop.
import { breathe } from '../limits/breath.ts'

export const rowsAtOnce = 1_000

/** `query` asks for at most `rowsAtOnce` rows, in ascending order of ids, after the given id. */
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
