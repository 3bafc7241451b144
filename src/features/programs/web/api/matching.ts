// Which operations of the document a search finds.

export interface OperationText {
  path: string
  id: string
  summary: string
}

/** Each word stands in the path, the name or the title; case makes no difference. */
export function matchesOperation({ path, id, summary }: OperationText, typed: string): boolean {
  const text = `${path} ${id} ${summary}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
