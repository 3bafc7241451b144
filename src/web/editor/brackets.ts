// Brackets that are typed: a closing one meets the one that came by itself, also lines further down, and stands
// under its opening one.
import type { editor, IRange } from 'monaco-editor'
import { tokenizeRange } from '#shared/sql/tokens.ts'
import { documentOf } from './models.ts'
import { rangeOf } from './ranges.ts'

const openers = new Set('([{')
const closers = new Set(')]}')
/** In longer statements only the brackets around the cursor are counted. */
const longestRead = 200_000

interface Typed {
  /** Offset after the bracket. */
  offset: number
  /** Offset of its opening bracket; -1 without one. */
  opener: number
  /** Whether one bracket more is closed than opened because of it. */
  isSurplus: boolean
}

/** Follows typing until disposed. */
export function followBrackets(view: editor.IStandaloneCodeEditor): { dispose: () => void } {
  return (view as unknown as Typing).onDidType((text) => {
    const model = view.getModel()
    const position = view.getPosition()
    if (!closers.has(text) || !model || !position || view.getSelections()?.length !== 1) return
    const found = readTyped(model, model.getOffsetAt(position))
    if (found) view.executeEdits('analytics', editsFor(model, found))
  })
}

/** Monaco has the event, but does not declare it. */
interface Typing {
  onDidType: (listen: (text: string) => void) => { dispose: () => void }
}

/** Null in strings and comments. */
function readTyped(model: editor.ITextModel, offset: number): Typed | null {
  const segment = documentOf(model)?.statements().segmentAt(offset)
  if (!segment) return null
  const start = Math.max(segment.start, offset - longestRead)
  const end = Math.min(segment.end, offset + longestRead)
  const text = model.getValue()
  let typed: Typed | null = null
  const [open, openBefore]: [number[], number[]] = [[], []]
  let [surplus, surplusBefore] = [0, 0]
  for (const token of tokenizeRange(text, start, end)) {
    const sign = token.kind === 'symbol' ? (text[token.start] as string) : ''
    const isTyped = token.end === offset && closers.has(sign)
    if (isTyped) typed = { offset, opener: open.at(-1) ?? -1, isSurplus: false }
    if (openers.has(sign)) {
      open.push(token.start)
      openBefore.push(token.start)
    } else if (closers.has(sign)) {
      if (open.pop() === undefined) surplus += 1
      if (!isTyped && openBefore.pop() === undefined) surplusBefore += 1
    }
  }
  return typed && { ...typed, isSurplus: surplus > surplusBefore }
}

function editsFor(
  model: editor.ITextModel,
  { offset, opener, isSurplus }: Typed,
): { range: IRange; text: string }[] {
  const text = model.getValue()
  const edits: { range: IRange; text: string }[] = []
  const { lineNumber, column } = model.getPositionAt(offset)
  const before = model.getLineContent(lineNumber).slice(0, column - 2)
  const opened = opener >= 0 ? model.getPositionAt(opener).lineNumber : lineNumber
  if (opened < lineNumber && before.trim() === '') {
    const indent = /^\s*/.exec(model.getLineContent(opened))?.[0] ?? ''
    if (indent !== before)
      edits.push({ range: rangeOf(model, offset - column + 1, offset - 1), text: indent })
  }
  const rest = /^\s*[)\]}]/.exec(text.slice(offset, offset + longestRead))?.[0]
  if (isSurplus && rest) edits.push({ range: rangeOf(model, offset, offset + rest.length), text: '' })
  return edits
}
