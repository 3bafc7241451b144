// A report while it is edited: what it starts from, and what its statement says of its parameters.
import { parameterNames } from '../../../shared/sql/parameters.ts'
import type { CustomParameter, CustomReport } from '../contract.ts'
import type { Draft } from './store.ts'

/** Where the SQL workspace leaves a text that is to become a report. */
export const handedOver = 'custom-report-sql'

export function newDraft(): Draft {
  const handed = readHanded()
  return withParameters({
    id: null,
    version: null,
    name: handed.name,
    folder: '',
    describe: '',
    sql: handed.sql,
    params: handed.params,
    chart: null,
    published: false,
  })
}

function readHanded(): Pick<Draft, 'name' | 'sql' | 'params'> {
  const empty = { name: '', sql: '', params: [] }
  try {
    const text = sessionStorage.getItem(handedOver)
    sessionStorage.removeItem(handedOver)
    return { ...empty, ...(JSON.parse(text ?? '{}') as Partial<typeof empty>) }
  } catch {
    return empty
  }
}

export const draftOf = ({
  id,
  version,
  name,
  folder,
  describe,
  sql,
  params,
  chart,
  published,
}: CustomReport): Draft => ({
  id,
  version,
  name,
  folder,
  describe,
  sql,
  params,
  chart,
  published,
})

const datePattern = /(^|_)(date|day|dt|start|begin|end|from|to)\d*$|日期|日$/i
const numberPattern = /(^|_)(n|num|count|limit|top|days|min|max|amount|level|size)$|数$|金额|等级/i
const startPattern = /(^|_)(start|begin|from)$|开始|起始/i

/** The likely kind of a parameter that the text names and nobody has described. */
function likely(name: string): CustomParameter {
  if (datePattern.test(name)) {
    return {
      name,
      type: 'date',
      label: '',
      default: startPattern.test(name) ? 'today-7' : 'today-1',
      dictId: null,
    }
  }
  if (numberPattern.test(name)) return { name, type: 'number', label: '', default: 10, dictId: null }
  return { name, type: 'text', label: '', default: '', dictId: null }
}

/** Parameters as the text names them now; those that were described keep what was said of them. */
export function withParameters(draft: Draft): Draft {
  const params = parameterNames(draft.sql).map(
    (name) => draft.params.find((parameter) => parameter.name === name) ?? likely(name),
  )
  return { ...draft, params }
}
