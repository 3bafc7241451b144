// What the test page that shows can do, for its commands.
interface TestWork {
  send(): void
  browser(): void
}

let shown: TestWork | null = null

export const testWork = (): TestWork | null => shown

/** Answers how to take it away again. */
export function showTestWork(work: TestWork): () => void {
  shown = work
  return () => {
    if (shown === work) shown = null
  }
}
