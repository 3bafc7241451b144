// Which documents the editor keeps: pages say when one is closed for good. Knows nothing of Monaco, so that closing a
// tab before the editor has arrived costs nothing.

type Dispose = (documentId: string) => void
let dispose: Dispose | undefined

/** Told by the editor once it is there. */
export function provideDispose(given: Dispose): void {
  dispose = given
}

/** Forgets a document's text and undo history. */
export function disposeDocument(documentId: string): void {
  dispose?.(documentId)
}
