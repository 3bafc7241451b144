// Says in Chinese what about a value breaks its schema, so that who reads the refusal can mend it.
import type { TLocalizedValidationError } from 'typebox/error'

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

/** The first problem, with its place: «info.filters 最多 100 项». */
export function describeMalformed(problem: TLocalizedValidationError | undefined): string {
  if (!problem) return '格式不对'
  const { place, wrong } = locate(problem)
  const shown = place.length > longestPlace ? `${place.slice(0, longestPlace)}…` : place
  return `${shown === '' ? '内容' : shown} ${wrong}`
}

function locate(problem: TLocalizedValidationError): { place: string; wrong: string } {
  const place = problem.instancePath.slice(1).replaceAll('/', '.')
  const within = (name: string) => (place === '' ? name : `${place}.${name}`)
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

function wrongValue(problem: TLocalizedValidationError): string {
  switch (problem.keyword) {
    case 'type': {
      const types = [problem.params.type].flat()
      return `应为${types.map((type) => typeNames[type] ?? type).join('或')}`
    }
    case 'maxItems':
      return `最多 ${problem.params.limit} 项`
    case 'minItems':
      return `至少 ${problem.params.limit} 项`
    case 'maxLength':
      return `最多 ${problem.params.limit} 个字符`
    case 'minLength':
      return problem.params.limit === 1 ? '不能为空' : `至少 ${problem.params.limit} 个字符`
    case 'maximum':
      return `不能大于 ${problem.params.limit}`
    case 'minimum':
      return `不能小于 ${problem.params.limit}`
    case 'enum':
      return '不是可选的值'
    default:
      return '格式不对'
  }
}
