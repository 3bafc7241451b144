// Translates a library's error for users: its English sentences never reach them.
import { cleanMessage } from './cleanMessage.ts'
import { kindOf, translated, unexplained } from './sandbox/check/messages.ts'

const chinese = /\p{Script=Han}/u
const engineSays = /^([\w ]+?) Error: ([\s\S]*)$/

/**
 * The embedded engine's message in Chinese, without paths; for rare messages its kind and the names in it.
 */
export function engineText(message: string): string {
  const clean = cleanMessage(message)
  const [, type = '', said = clean] = engineSays.exec(clean) ?? []
  if (chinese.test(said)) return said
  const failure = { type, message: said, shown: '', name: '', candidates: [], position: null }
  return translated(failure) ?? `${kindOf(failure)}${aboutNames(said)}`
}

function aboutNames(message: string): string {
  const [line = ''] = message.split('\n')
  const named = [...line.matchAll(/"([^"]{1,60})"|'([^']{1,60})'/g)].map(([, one, other]) => one ?? other)
  const names = [...new Set(named)].slice(0, 3)
  return names.length > 0 ? `，与 ${names.map((name) => `「${name}」`).join('、')} 有关` : unexplained
}

const sentences: [pattern: RegExp, text: (parts: string[]) => string][] = [
  [/^Maximum call stack size exceeded/, () => '嵌套过深'],
  [/^(?:Invalid string length|Array buffer allocation failed|Invalid array length)/, () => '内容过大'],
  [/^unsupported compression method: (\d+)/, ([method]) => `压缩方式（${method}）不支持`],
  [/^(?:strong encryption|entry is encrypted)/, () => '有密码'],
  [/^(?:Unexpected end of JSON input|Unterminated \w+ in JSON)/, () => '内容没有写完'],
  [/^Unexpected token '(.+?)', /s, ([token]) => `「${token}」处写法有误`],
  [/\(line (\d+) column (\d+)\)/, ([line, column]) => `第 ${line} 行第 ${column} 个字符处写法有误`],
  [/ in JSON at position (\d+)/, ([at]) => `第 ${Number(at) + 1} 个字符处写法有误`],
]

/** `unknown` replaces messages that are not known here; our own messages pass unchanged. */
export function spokenText(error: unknown, unknown: string): string {
  const message = error instanceof Error ? error.message : String(error)
  for (const [pattern, text] of sentences) {
    const match = pattern.exec(message)
    if (match) return text(match.slice(1))
  }
  if (engineSays.test(message)) return engineText(message)
  return chinese.test(message) ? cleanMessage(message) : unknown
}
