// Which operations of the document a search finds.

export interface OperationText {
  path: string
  id: string
  summary: string
}

interface Operation {
  operationId: string
  summary: string
  tags: readonly string[]
}

/** All operations of the document, with their group's title. */
export function operationsOf(document: object): (OperationText & { tag: string })[] {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId, summary, tags }) => ({
      path,
      id: operationId,
      summary,
      tag: tags[0] ?? '',
    })),
  )
}

/** Each word stands in the path, the name or the title; case makes no difference. */
export function matchesOperation({ path, id, summary }: OperationText, typed: string): boolean {
  const text = `${path} ${id} ${summary}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
