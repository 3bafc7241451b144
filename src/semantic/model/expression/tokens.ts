// Text → tokens. People type this text, so each refusal says what to write instead, e.g. of full-width （ or
// of |.
//
//   [充值金额] / 2   →  point 充值金额, symbol /, number 2, end
//   "select" <> ''   →  quoted select, symbol <>, string (empty), end
import { positionIn, ReportProblem } from '../problem.ts'

export interface Token {
  kind: 'number' | 'string' | 'name' | 'quoted' | 'point' | 'symbol' | 'end'
  /** The token's value: strings, quoted names and points without their quotes, `''` in a string as `'`. */
  text: string
  offset: number
  length: number
}

const maxExpressionLength = 10_000

const symbols = ['<>', '!=', '<=', '>=', '<', '>', '=', '+', '-', '*', '/', '%', '(', ')', ',']
const fullWidth: Record<string, string> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '；': ';',
  '＋': '+',
  '－': '-',
  '＊': '*',
  '／': '/',
  '％': '%',
  '＝': '=',
  '＜': '<',
  '＞': '>',
  '×': '*',
  '÷': '/',
  '≤': '<=',
  '≥': '>=',
  '≠': '<>',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '【': '[',
  '】': ']',
}
const space = /[\s\u3000]+/y
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const name = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy

export function problemAt(text: string, message: string, offset: number, length: number): ReportProblem {
  return new ReportProblem('formula_invalid', message, { position: positionIn(text, offset, length) })
}

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0]
}

/** Reads from the opening quote at `offset` to the closing one; a doubled quote stands for one: 'it''s'. */
function readMarked(
  text: string,
  offset: number,
  close: string,
  what: string,
): { text: string; end: number } {
  let value = ''
  let index = offset + 1
  for (;;) {
    const next = text.indexOf(close, index)
    if (next < 0) throw problemAt(text, `${what}没有结束，缺少 ${close}`, offset, text.length - offset)
    value += text.slice(index, next)
    if (text[next + 1] !== close) return { text: value, end: next + 1 }
    value += close
    index = next + 2
  }
}

const marked = {
  "'": { kind: 'string', close: "'", what: '文字' },
  '"': { kind: 'quoted', close: '"', what: '列名' },
  '[': { kind: 'point', close: ']', what: '指标名' },
} as const

function readToken(text: string, offset: number): Token {
  const character = text[offset] as string
  const mark = marked[character as keyof typeof marked]
  if (mark !== undefined) {
    const { text: value, end } = readMarked(text, offset, mark.close, mark.what)
    if (value.trim() === '' && mark.kind !== 'string')
      throw problemAt(text, `${mark.what}不能为空`, offset, end - offset)
    if (value.includes('\0')) throw problemAt(text, '不能有空字符', offset, end - offset)
    return { kind: mark.kind, text: value, offset, length: end - offset }
  }
  if (text.startsWith('--', offset) || text.startsWith('/*', offset))
    throw problemAt(text, '表达式里不能有注释；减去负数请写成 a - (-b)', offset, 2)
  const digits = matchAt(number, text, offset)
  if (digits !== undefined) return readNumber(text, offset, digits)
  const word = matchAt(name, text, offset)
  if (word !== undefined) return { kind: 'name', text: word, offset, length: word.length }
  const symbol = symbols.find((candidate) => text.startsWith(candidate, offset))
  if (symbol !== undefined)
    return { kind: 'symbol', text: symbol === '!=' ? '<>' : symbol, offset, length: symbol.length }
  throw strangeCharacter(text, offset)
}

function readNumber(text: string, offset: number, digits: string): Token {
  const trailing = matchAt(name, text, offset + digits.length)
  if (trailing !== undefined)
    throw problemAt(
      text,
      `「${digits}${trailing}」不是数字，以数字开头的列名请写在双引号里`,
      offset,
      digits.length + trailing.length,
    )
  if (!Number.isFinite(Number(digits)) || digits.length > 60)
    throw problemAt(text, '数字过大', offset, digits.length)
  return { kind: 'number', text: digits, offset, length: digits.length }
}

function strangeCharacter(text: string, offset: number): ReportProblem {
  const character = String.fromCodePoint(text.codePointAt(offset) as number)
  const narrow = fullWidth[character]
  if (narrow !== undefined)
    return problemAt(text, `全角符号「${character}」请改为半角 ${narrow}`, offset, character.length)
  if (character === ';') return problemAt(text, '只能写一个表达式，不能有分号', offset, 1)
  if (character === ']') return problemAt(text, '多余的 ]，指标名里的 ] 请写成 ]]', offset, 1)
  if (character === '|') return problemAt(text, '不支持 |，连接文字请用 concat(a, b)', offset, 1)
  return problemAt(text, `无法识别的符号「${character}」`, offset, character.length)
}

export function tokenize(text: string): Token[] {
  if (text.length > maxExpressionLength)
    throw problemAt(
      text,
      `表达式过长，最多 ${maxExpressionLength.toLocaleString('en-US')} 个字符`,
      maxExpressionLength,
      text.length - maxExpressionLength,
    )
  const tokens: Token[] = []
  let offset = 0
  while (offset < text.length) {
    const blank = matchAt(space, text, offset)
    if (blank !== undefined) {
      offset += blank.length
      continue
    }
    const token = readToken(text, offset)
    tokens.push(token)
    offset += token.length
  }
  tokens.push({ kind: 'end', text: '', offset: text.length, length: 0 })
  return tokens
}
