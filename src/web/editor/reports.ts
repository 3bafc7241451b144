// Keeps a document's model and the page's text the same: what is typed is told to the page, what the page sets comes
// into the model. A page that renders late hands old texts back; those must not undo what was typed since.
import type { editor } from 'monaco-editor'

/** Above this many characters the whole text is told only when the hands rest. */
const largeText = 100_000
const restMs = 200
const mostRemembered = 100

export interface Reports {
  listen(onChange: (text: string) => void): void
  /** Tells at once what has not been told yet. */
  flush(): void
  /** The text that the page has now. */
  adopt(text: string): void
  dispose(): void
}

export function createReports(model: editor.ITextModel, first: string): Reports {
  /** What the page was told or said, newest last: the page's text is one of them unless somebody else changed it. */
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

/** As one step of undo. */
export function replaceAll(model: editor.ITextModel, text: string): void {
  model.pushStackElement()
  model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null)
  model.pushStackElement()
}
