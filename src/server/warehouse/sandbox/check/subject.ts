// Finds the place of a failure that the engine gives without one: the function, the value or the keyword that the
// message is about, where the text has it exactly once.
import { type Token, tokenize } from '#shared/sql/tokens.ts'
import type { SqlProblem } from '../types.ts'
import { problemBetween } from './place.ts'

/** What a message is about when it names no function: the functions and operators that say so. */
const subjects: readonly [about: RegExp, written: RegExp][] = [
  [/^正则表达式/, /^(?:regexp_\w+|string_split_regex|str_split_regex|similar|columns|~)$/],
  [/^格式/, /^(?:format|printf)$/],
  [/JSON/, /^(?:json\w*|from_json|->>?)$/],
  [/分位数/, /quantile\w*|^percentile\w*|^median$/],
  [/对数/, /^(?:ln|log\w*)$/],
  [/开平方/, /^sqrt$/],
  [/移位/, /^(?:<<|>>)$/],
  [/时区/, /^(?:timezone|zone)$/],
  [/^(?:日期|时间)/, /^(?:make_\w+|to_timestamp|epoch_ms|strptime|interval)$/],
  [/步长|列表过长/, /^(?:range|generate_series)$/],
  [/十六进制/, /^(?:unhex|from_hex)$/],
  [/^UNION/, /^(?:union|except|intersect)$/],
  [/^\*|符合 \*|相乘/, /^\*$/],
  [/ENUM/, /^enum_\w+$/],
  [/列表/, /^list_\w+$|^for$/],
  [/放在一起/, /^(?:coalesce|ifnull|if|case|greatest|least|union)$/],
  [/^这个结构|参数不合：array_extract/, /^\[$/],
  [/日期的部分/, /^interval$/],
  [/相减/, /^-$/],
  [/BIT/, /^[&|]$/],
  [/lambda/, /^lambda$/],
  [/类型|转换成/, /^::$/],
  [/窗口/, /^over$/],
  [/切片/, /^\[$/],
  [/MAP/, /^map\w*$/],
  [/结构/, /^struct_\w+$/],
]

export function placeOfSubject(told: string, message: string, sql: string): SqlProblem | null {
  const tokens = tokenize(sql).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const only = (fits: (token: Token, at: number) => boolean): SqlProblem | null => {
    const [one, other] = tokens.filter(fits)
    return one && !other ? problemBetween(sql, one.start, one.end) : null
  }
  const first = (keys: Iterable<string>, fits: (key: string) => (token: Token, at: number) => boolean) => {
    for (const key of keys) {
      const place = only(fits(key))
      if (place) return place
    }
    return null
  }
  const text = ({ start, end }: Token) => sql.slice(start, end).toLowerCase()
  const isCall = ({ kind }: Token, at: number) => kind === 'word' && sql[tokens[at + 1]?.start ?? -1] === '('
  const isWord = (key: string) => (token: Token) => token.kind === 'word' && text(token) === key
  const isValue = (key: string) => (token: Token) =>
    (token.kind === 'text' || token.kind === 'number') && text(token).replace(/^'|'$/g, '') === key
  const keywords = wordsIn(told.match(/\b[A-Z]{2,}\b/g)?.filter((word) => !['BY', 'IN', 'AS'].includes(word)))
  return (
    first(
      wordsIn(`${message} ${told}`.match(/[\p{L}_][\p{L}\p{N}_]*/gu)),
      (key) => (token, at) => isCall(token, at) && text(token) === key,
    ) ??
    first(wordsIn(told.match(/(?<=「)[^「」]*(?=」)|-?\d[\d.]*/g)), isValue) ??
    first(
      subjects.filter(([about]) => about.test(told)).map(([, { source }]) => source),
      (source) => (token) => token.kind !== 'text' && new RegExp(source).test(text(token)),
    ) ??
    first(keywords, isWord) ??
    (keywords.size === 0 ? only(isCall) : null)
  )
}

const wordsIn = (words: readonly string[] | null | undefined): Set<string> =>
  new Set(words?.map((word) => word.toLowerCase()))
