// Says in Chinese what about a value breaks its schema, so that who reads the refusal can mend it.
import type { TLocalizedValidationError } from 'typebox/error'
import { titleOfPlace } from './fieldTitles.ts'

const typeNames: Record<string, string> = {
  array: '列表',
  boolean: '是或否',
  integer: '整数',
  null: '空值',
  number: '数字',
  object: '对象',
  string: '文本',
}
const longestPlace = 100

type Surplus =
  | { keyword: 'additionalProperties'; instancePath: string; params: { additionalProperties: string[] } }
  | { keyword: 'maxItems'; instancePath: string; params: { limit: number } }

/**
 * The first problem; where that is a type among several that would do, what is wrong with the type that was given
 * (a text that is too long is no missing object).
 */
export function mostTelling(problems: TLocalizedValidationError[]): TLocalizedValidationError | undefined {
  const [first] = problems
  if (first?.keyword !== 'type') return first
  const given = problems.find(
    ({ keyword, instancePath }) =>
      bounds.has(keyword) &&
      (instancePath === first.instancePath || instancePath.startsWith(`${first.instancePath}/`)),
  )
  return given ?? first
}

const bounds = new Set(['maxLength', 'minLength', 'maxItems', 'minItems', 'maximum', 'minimum'])

/** As many parts more than are declared as are still looked through, for the fault that says most. */
const mostSurplus = 20

interface Part {
  type?: string
  properties?: Record<string, Part>
  additionalProperties?: unknown
  items?: Part
  maxItems?: number
}

/**
 * What of a value is far more than its schema lists: many unknown properties, a list that is too long. To be asked
 * first: the checker looks for faults in each part of a value, and there may be hundreds of thousands.
 */
export function surplusOf(schema: object, value: unknown, instancePath = ''): Surplus | undefined {
  const part = schema as Part
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    const { items, maxItems: limit } = part
    if (limit !== undefined && value.length > limit)
      return { keyword: 'maxItems', instancePath, params: { limit } }
    if (items) return firstOf(value, (item, index) => surplusOf(items, item, `${instancePath}/${index}`))
    return undefined
  }
  const { properties, additionalProperties } = part
  if (!properties) return undefined
  const keys = Object.keys(value)
  const isOwn = (key: string) => Object.hasOwn(properties, key)
  if (additionalProperties === false && keys.length > Object.keys(properties).length + mostSurplus) {
    const unknown = keys.find((key) => !isOwn(key)) as string
    return { keyword: 'additionalProperties', instancePath, params: { additionalProperties: [unknown] } }
  }
  const own = keys.filter(isOwn)
  return firstOf(own, (key) =>
    surplusOf(properties[key] as Part, (value as Record<string, unknown>)[key], `${instancePath}/${key}`),
  )
}

function firstOf<Item>(
  items: readonly Item[],
  look: (item: Item, index: number) => Surplus | undefined,
): Surplus | undefined {
  for (const [index, item] of items.entries()) {
    const found = look(item, index)
    if (found) return found
  }
  return undefined
}

type Problem = TLocalizedValidationError | Surplus

/** Of a file or of programs: the first problem, with its place as it is written: «info.filters 最多 100 项». */
export function describeMalformed(problem: Problem | undefined): string {
  if (!problem) return '格式不对'
  const { place, wrong } = locate(problem)
  return `${place.length === 0 ? '内容' : placeText(place)} ${wrong}`
}

/** To people: «「筛选条件」最多 100 项». Never a name that stands in a body alone. */
export function tellMalformed(problem: Problem | undefined): string {
  if (!problem) return '格式不对'
  const { place, wrong } = locate(problem)
  const title = titleOfPlace(place)
  return title === '' ? `内容${spaceBefore(wrong)}${wrong}` : `${title}${spaceBefore(wrong)}${wrong}`
}

const spaceBefore = (words: string): string => (/^\p{Script=Han}/u.test(words) ? '' : ' ')

/** For programs: `info.filters.0.values`. */
export const placeOf = (problem: Problem | undefined): string | null =>
  problem === undefined ? null : placeText(locate(problem).place)

function placeText(place: readonly string[]): string {
  const text = place.join('.')
  return text.length > longestPlace ? `${text.slice(0, longestPlace)}…` : text
}

function locate(problem: Problem): { place: string[]; wrong: string } {
  const place = problem.instancePath.split('/').slice(1)
  const within = (name: string) => [...place, name]
  switch (problem.keyword) {
    // An unlisted property is reported first as one that meets a schema which nothing meets.
    case 'boolean':
      return { place, wrong: '不是已知的参数' }
    case 'additionalProperties':
      return { place: within(problem.params.additionalProperties[0] ?? ''), wrong: '不是已知的参数' }
    case 'required':
      return { place: within(problem.params.requiredProperties[0] ?? ''), wrong: '不能缺少' }
    default:
      return { place, wrong: wrongValue(problem) }
  }
}

const grouped = (count: unknown): string => Number(count).toLocaleString('en-US')

function wrongValue(problem: Problem): string {
  switch (problem.keyword) {
    case 'type': {
      const types = [problem.params.type].flat()
      return `应为${types.map((type) => typeNames[type] ?? type).join('或')}`
    }
    case 'maxItems':
      return `最多 ${grouped(problem.params.limit)} 项`
    case 'minItems':
      return `至少 ${grouped(problem.params.limit)} 项`
    case 'maxLength':
      return `最多 ${grouped(problem.params.limit)} 个字符`
    case 'minLength':
      return problem.params.limit === 1 ? '不能为空' : `至少 ${grouped(problem.params.limit)} 个字符`
    case 'maximum':
      return `不能大于 ${problem.params.limit}`
    case 'minimum':
      return `不能小于 ${problem.params.limit}`
    case 'enum':
      return '不是可选的值'
    case 'exclusiveMinimum':
      return `应大于 ${problem.params.limit}`
    // Properties that stand for different things.
    case 'if':
      return '的各项不能一起给出'
    default:
      return '格式不对'
  }
}
