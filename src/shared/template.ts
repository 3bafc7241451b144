// Texts with variables, as in alarms and subscriptions: `昨日{{指标}}为 {{值}}`. A variable is replaced by its
// value and nothing else: no expressions, no code, and a value is never parsed as a template or as markup.
import { asPlain } from './message.ts'

/** By name: the Chinese title, which texts use, too, and a sample value. */
export type TemplateVariables = Readonly<Record<string, { title: string; sample: string }>>

export type TemplateValues<Variables extends TemplateVariables> = { [Name in keyof Variables]: string }

export interface TemplateProblem {
  message: string
  /** Offsets, end exclusive. */
  start: number
  end: number
  /** Both from 1. */
  line: number
  column: number
}

/** Text between the variables, and variable names. */
type TemplatePart<Name extends PropertyKey = string> = string | { name: Name }

interface Template<Variables extends TemplateVariables> {
  parts: TemplatePart<keyof Variables>[]
  /** In text order; a template with problems must not be used. */
  problems: TemplateProblem[]
}

export interface TemplateLimits {
  /** Characters (UTF-16 units) of the text. */
  length: number
  variables: number
}

export const templateLimits: TemplateLimits = { length: 10_000, variables: 500 }

const opening = '{{'
const closing = '}}'
/** Limit of reported problems: a hostile text could contain a million. */
const mostProblems = 20
const mostShown = 30

/** In one pass; over-long texts are not parsed. */
export function parseTemplate<Variables extends TemplateVariables>(
  text: string,
  variables: Variables,
  limits: TemplateLimits = templateLimits,
): Template<Variables> {
  const parts: TemplatePart<keyof Variables>[] = []
  const found: { message: string; start: number; end: number }[] = []
  const problem = (message: string, start: number, end: number) => {
    if (found.length < mostProblems) found.push({ message, start, end })
  }
  if (text.length > limits.length) {
    problem(`内容最多 ${limits.length} 个字，现有 ${text.length} 个`, limits.length, text.length)
    return { parts, problems: placed(text, found) }
  }
  const names = namesOf(variables)
  let at = 0
  let count = 0
  while (at < text.length) {
    const start = nextBrace(text, at)
    if (start > at) parts.push(text.slice(at, start))
    if (start === text.length) break
    if (text.startsWith(closing, start)) {
      problem('「}}」前面没有「{{」', start, start + closing.length)
      at = start + closing.length
      continue
    }
    const inner = start + opening.length
    const end = endOf(text, inner)
    if (end === null) {
      problem('「{{」没有用「}}」结束', start, inner)
      at = inner
      continue
    }
    at = end + closing.length
    const written = text.slice(inner, end).trim()
    const name = names.get(written)
    if (name !== undefined) parts.push({ name })
    else problem(unknown(written, variables), start, at)
    if (++count === limits.variables + 1) problem(`变量最多 ${limits.variables} 处`, start, at)
  }
  return { parts, problems: placed(text, found) }
}

/** Offset of the next `{{` or `}}`; the text's end where there is none. */
function nextBrace(text: string, from: number): number {
  for (let at = from; at < text.length - 1; at++) {
    const character = text.charCodeAt(at)
    if ((character === 0x7b || character === 0x7d) && text.charCodeAt(at + 1) === character) return at
  }
  return text.length
}

/** Offset of the `}}` that ends a name begun here; null where a line, a brace or the text ends first. */
function endOf(text: string, from: number): number | null {
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '\n' || character === '{') return null
    if (character === '}') return text[at + 1] === '}' ? at : null
  }
  return null
}

function namesOf<Variables extends TemplateVariables>(variables: Variables): Map<string, keyof Variables> {
  const names = new Map<string, keyof Variables>()
  for (const [name, { title }] of Object.entries(variables)) names.set(title, name)
  for (const name of Object.keys(variables)) names.set(name, name)
  return names
}

function unknown(written: string, variables: TemplateVariables): string {
  if (written === '') return '「{{}}」里要写变量名'
  const shown = [...written.slice(0, mostShown * 2)].slice(0, mostShown).join('')
  const titles = Object.values(variables).map(({ title }) => title)
  return `没有变量「${shown}${shown.length < written.length ? '…' : ''}」，可用的有：${titles.join('、')}`
}

/** Lines and columns of sorted offsets, in one pass over the text. */
function placed(
  text: string,
  found: readonly { message: string; start: number; end: number }[],
): TemplateProblem[] {
  let line = 1
  let lineStart = 0
  let at = 0
  return found.map((problem) => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < problem.start; ) {
      line++
      lineStart = next + 1
      at = lineStart
      next = text.indexOf('\n', at)
    }
    return { ...problem, line, column: problem.start - lineStart + 1 }
  })
}

/** As written in texts: `{{指标}}`. */
export const variableText = ({ title }: TemplateVariables[string]): string => `${opening}${title}${closing}`

/**
 * Substitutes once. `write` formats a value: escaped for messages (`renderMessageText`), as one line for
 * titles.
 */
function renderTemplate<Variables extends TemplateVariables>(
  { parts }: Pick<Template<Variables>, 'parts'>,
  values: TemplateValues<Variables>,
  write: (value: string) => string,
): string {
  return parts.map((part) => (typeof part === 'string' ? part : write(cut(values[part.name])))).join('')
}

const mostValue = 2_000

/** Well-formed; an over-long value is cut. */
function cut(value: string): string {
  if (value.length <= mostValue) return value.toWellFormed()
  return `${value.slice(0, mostValue).replace(/[\ud800-\udbff]$/, '')}…`.toWellFormed()
}

/** The text of a message: only the template makes links, values don't. */
export const renderMessageText = <Variables extends TemplateVariables>(
  template: Pick<Template<Variables>, 'parts'>,
  values: TemplateValues<Variables>,
): string => renderTemplate(template, values, asPlain)

/** A title: one line of plain text. */
export const renderTitle = <Variables extends TemplateVariables>(
  template: Pick<Template<Variables>, 'parts'>,
  values: TemplateValues<Variables>,
): string => renderTemplate(template, values, (value) => value).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Sample values where there are none yet. */
export const sampleValues = <Variables extends TemplateVariables>(
  variables: Variables,
): TemplateValues<Variables> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, { sample }]) => [name, sample]),
  ) as TemplateValues<Variables>
