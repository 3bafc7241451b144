// Why a text is not valid JSON: the place, with instructions.
import { textOf } from './bytes.ts'

const messages = {
  empty: '没有内容',
  end: '文本到此就结束了，还缺内容或右括号',
  openString: '这个字符串没有结束的双引号',
  control: '字符串里有未转义的控制字符（如换行），应写作 \\n、\\t 或 \\u 加四位数',
  escape: '反斜杠后面的转义无法识别，可用 \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX',
  number: '数字写法有误',
  leadingZero: '数字不能以 0 开头',
  value: '这里应是一个值：对象、数组、字符串、数字、true、false 或 null',
  key: '这里应是用双引号括起的键',
  colon: '键后面缺冒号',
  afterMember: '这里应是逗号或 }',
  afterItem: '这里应是逗号或 ]',
  trailingComma: '最后一项后面多了逗号',
  bracket: '括号不配对',
  rest: 'JSON 到此已经结束，后面还有内容',
  deep: '嵌套超过 8,000,000 层，无法打开',
} as const

type ProblemKind = keyof typeof messages

export const describeProblem = (kind: ProblemKind): string => messages[kind]

export class JsonProblem extends Error {
  readonly kind: ProblemKind
  /** In bytes. */
  readonly at: number
  /** Where the surrounding container begins. */
  readonly within: number | undefined

  constructor(kind: ProblemKind, at: number, within?: number) {
    super(messages[kind])
    this.kind = kind
    this.at = at
    this.within = within
  }
}

export interface ToldProblem {
  message: string
  /** From 1, in characters. */
  line: number
  column: number
  /** Bytes from the beginning. */
  at: number
  /** The text before and after the problem on its line. */
  before: string
  after: string
  /** Line of the bracket that is still open. */
  openedAt: number | null
}

const around = 60

export function tellProblem(
  { message, at, within, kind }: JsonProblem,
  bytes: Uint8Array,
  length: number,
): ToldProblem {
  let line = 1
  let lineStart = 0
  let openedAt: number | null = null
  for (let place = 0; place < at; place++) {
    if (place === within) openedAt = line
    if (bytes[place] === 10 || (bytes[place] === 13 && bytes[place + 1] !== 10)) {
      line++
      lineStart = place + 1
    }
  }
  let lineEnd = at
  while (lineEnd < length && lineEnd < at + around * 4 && bytes[lineEnd] !== 10 && bytes[lineEnd] !== 13)
    lineEnd++
  const head = textOf(bytes, Math.max(lineStart, at - 1_000_000), at)
  return {
    message,
    line,
    column: [...head].length + 1,
    at,
    before: head.slice(-around),
    after: textOf(bytes, at, lineEnd).slice(0, around),
    openedAt: kind === 'end' || kind === 'bracket' ? openedAt : null,
  }
}
