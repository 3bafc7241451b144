// Tells the editor which documents are closed for good. Independent of Monaco, so that closing a tab before the editor
// has loaded costs nothing.

type Dispose = (documentId: string) => void
let dispose: Dispose | undefined

/** Set by the editor once loaded. */
export function provideDispose(given: Dispose): void {
  dispose = given
}

/** Drops a document's text and undo history. */
export function disposeDocument(documentId: string): void {
  dispose?.(documentId)
}
