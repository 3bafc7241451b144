// Keeps a document's model and the page's text in sync: typing is reported to the page, and the page's
// changes are applied to the model. A page that renders late passes older texts, which must not undo later
// typing.
import type { editor } from 'monaco-editor'

/** Above this many characters the text is reported only when typing pauses. */
const largeText = 100_000
const restMs = 200
const mostRemembered = 100

export interface Reports {
  listen(onChange: (text: string) => void): void
  /** Reports pending changes at once. */
  flush(): void
  /** The page's present text. */
  adopt(text: string): void
  dispose(): void
}

export function createReports(model: editor.ITextModel, first: string): Reports {
  /**
   * Texts reported to or passed by the page, newest last: the page's text is one of them unless changed by
   * somebody else.
   */
  let told: string[] = [first]
  let listener: (text: string) => void = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let adopting = false

  const remember = (text: string): void => {
    told.push(text)
    if (told.length > mostRemembered) told = told.slice(-mostRemembered)
  }
  const flush = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    report()
  }
  const report = (): void => {
    const text = model.getValue()
    remember(text)
    listener(text)
  }
  const changed = model.onDidChangeContent(() => {
    if (adopting) return
    clearTimeout(timer)
    timer = undefined
    if (model.getValueLength() <= largeText) report()
    else
      timer = setTimeout(() => {
        timer = undefined
        report()
      }, restMs)
  })
  return {
    listen: (onChange) => {
      listener = onChange
    },
    flush,
    adopt: (text) => {
      const known = told.lastIndexOf(text)
      if (known >= 0) {
        told = told.slice(known)
        return
      }
      told = [text]
      adopting = true
      replaceAll(model, text)
      adopting = false
    },
    dispose: () => {
      flush()
      changed.dispose()
    },
  }
}

/** Replaces the whole text as one undo step. */
export function replaceAll(model: editor.ITextModel, text: string): void {
  model.pushStackElement()
  model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null)
  model.pushStackElement()
}
