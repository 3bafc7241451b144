// Chinese messages for invalid queries. Without suggestions of similar names: outside development the schema
// is not revealed.
import type { GraphQLError } from 'graphql'

const sentences: [pattern: RegExp, text: (parts: string[]) => string][] = [
  [/^Syntax Error: Document contains more that (\d+) tokens/, ([most]) => `查询过长，最多 ${most} 个词`],
  [/^Syntax Error: (?:Expected .+, found|Unexpected) <EOF>/, () => '查询没有写完'],
  [
    /^Syntax Error: (?:Expected .+, found|Unexpected) (?:\w+ )?"?(.+?)"?\.$/,
    ([found]) => `语法错误，在「${found}」处`,
  ],
  [/^Syntax Error/, () => '语法错误'],
  [/^Cannot query field "(.+?)"/, ([name]) => `没有字段 ${name}`],
  [/^Unknown argument "(.+?)"/, ([name]) => `没有参数 ${name}`],
  [/^Unknown (?:type|directive) "(.+?)"/, ([name]) => `无法识别 ${name}`],
  [/^Unknown fragment "(.+?)"/, ([name]) => `没有片段 ${name}`],
  [/^Fragment "(.+?)" is never used/, ([name]) => `片段 ${name} 没有用到`],
  [/^Fragment "?(.+?)"? cannot (?:be spread|condition)/, ([name]) => `片段 ${name} 不能用在这里`],
  [/^Cannot spread fragment "(.+?)" within itself/, ([name]) => `片段 ${name} 不能引用自己`],
  [/^There can be only one (?:\w+ )*named "(.+?)"/, ([name]) => `${name} 重复`],
  [
    /^Field "(.+?)" of type .+ must have a selection of subfields/,
    ([name]) => `字段 ${name} 要写出它的子字段`,
  ],
  [/^Field "(.+?)" must not have a selection/, ([name]) => `字段 ${name} 没有子字段`],
  [/^Fields "(.+?)" conflict/, ([name]) => `字段 ${name} 以不同的写法出现了两次，请用别名分开`],
  [/^Field "(.+?)" argument "(.+?)" of type/, ([field, name]) => `字段 ${field} 缺少参数 ${name}`],
  [/^Argument "(.+?)"/, ([name]) => `参数 ${name} 的值不对`],
  [/^Variable "(.+?)" is not defined/, ([name]) => `变量 ${name} 没有声明`],
  [/^Variable "(.+?)" is never used/, ([name]) => `变量 ${name} 没有用到`],
  [/^Variable "(.+?)" of required type .+ was not provided/, ([name]) => `没有给出变量 ${name}`],
  [/^Variable "(.+?)" of type .+ used in position/, ([name]) => `变量 ${name} 的类型不能用在这里`],
  [/^Variable "(.+?)"/, ([name]) => `变量 ${name} 的值不对`],
  [/^Unknown operation named "(.+?)"/, ([name]) => `查询里没有操作 ${name}`],
  [/^Must provide operation name/, () => '查询有几个操作，请用 operationName 说明执行哪一个'],
  [/^(?:Must provide an operation|Syntax Error: Unexpected <EOF>)/, () => '没有写要查询什么'],
  [/^This anonymous operation must be the only/, () => '有几个操作时，每个都要有名称'],
  [
    /^Schema is not configured (?:to execute|for) (?:mutation|subscription)/,
    () => '这里只能查询，不能改动或订阅',
  ],
  [/^The (?:mutation|subscription) /, () => '这里只能查询，不能改动或订阅'],
  [/^Directive "@(.+?)"/, ([name]) => `指令 @${name} 不能用在这里`],
  [/^The directive "@(.+?)"/, ([name]) => `指令 @${name} 重复`],
  [
    /^(?:Expected value of type|Value .+ does not exist|Enum|Int |Float |String |Boolean |ID )/,
    () => '值的类型不对',
  ],
  [/^Field "(.+?)" is not defined by type/, ([name]) => `没有参数 ${name}`],
  [/^Field ".+\.(.+?)" of required type/, ([name]) => `缺少参数 ${name}`],
]

export function wordsOf({ message, locations = [] }: GraphQLError): string {
  const [place] = locations
  const where = place ? `（第 ${place.line} 行第 ${place.column} 列）` : ''
  for (const [pattern, text] of sentences) {
    const match = pattern.exec(message)
    if (match) return `查询有误：${text(match.slice(1))}${where}`
  }
  return `查询有误：写法不合规则${where}`
}
