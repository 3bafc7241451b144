// A closing bracket that is typed meets the one that came by itself, also lines further down. Monaco forgets which came
// by itself once its text goes over several lines, so brackets are counted.
import type { editor } from 'monaco-editor'
import { tokenizeRange } from '#shared/sql/tokens.ts'
import { documentOf } from './models.ts'
import { rangeOf } from './ranges.ts'

const openers = new Set('([{')
const closers = new Set(')]}')
/** In longer statements only the brackets around the cursor are counted. */
const longestRead = 200_000

/** Follows typing until disposed. */
export function followBrackets(view: editor.IStandaloneCodeEditor): { dispose: () => void } {
  return (view as unknown as Typing).onDidType((text) => {
    const model = view.getModel()
    const position = view.getPosition()
    if (!closers.has(text) || !model || !position || view.getSelections()?.length !== 1) return
    const offset = model.getOffsetAt(position)
    const rest = /^\s*[)\]}]/.exec(model.getValue().slice(offset, offset + longestRead))?.[0]
    if (!rest || !makesSurplus(model, offset)) return
    const before = model.getLineContent(position.lineNumber).slice(0, position.column - 2)
    const isAlone = before.trim() === '' && rest.includes('\n')
    // Alone in its line, it goes where the other stands, which is below the opening one.
    const start = isAlone ? offset - position.column + 1 : offset
    const end = isAlone ? offset + rest.lastIndexOf('\n') + 1 : offset + rest.length
    view.executeEdits('analytics', [{ range: rangeOf(model, start, end), text: '' }])
    if (isAlone) view.setPosition(model.getPositionAt(offset + rest.length - (end - start)))
  })
}

/** Monaco has the event, but does not declare it. */
interface Typing {
  onDidType: (listen: (text: string) => void) => { dispose: () => void }
}

/** Whether the bracket before the offset closes one more than are open. False in strings and comments. */
function makesSurplus(model: editor.ITextModel, offset: number): boolean {
  const segment = documentOf(model)?.statements().segmentAt(offset)
  if (!segment) return false
  const start = Math.max(segment.start, offset - longestRead)
  const end = Math.min(segment.end, offset + longestRead)
  const text = model.getValue()
  let isThere = false
  // With the bracket and without it.
  let [open, openBefore, surplus, surplusBefore] = [0, 0, 0, 0]
  for (const token of tokenizeRange(text, start, end)) {
    const sign = token.kind === 'symbol' ? (text[token.start] as string) : ''
    const isTyped = token.end === offset && closers.has(sign)
    isThere ||= isTyped
    if (openers.has(sign)) {
      open += 1
      openBefore += 1
    } else if (closers.has(sign)) {
      if (open > 0) open -= 1
      else surplus += 1
      if (isTyped) continue
      if (openBefore > 0) openBefore -= 1
      else surplusBefore += 1
    }
  }
  return isThere && surplus > surplusBefore
}
