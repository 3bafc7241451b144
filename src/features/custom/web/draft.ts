// A report being edited: its initial content, and the parameters found in its statement.
import { parameterNames } from '#shared/sql/parameters.ts'
import { takeHandedOver } from '#web/shell/handOver.ts'
import type { CustomParameter, CustomReport } from '../contract.ts'
import type { Draft } from './store.ts'

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

/** The content passed from the SQL workspace. */
function readHanded(): Pick<Draft, 'name' | 'sql' | 'params'> {
  const handed = takeHandedOver('customReport')
  const given = typeof handed === 'object' && handed !== null ? (handed as Partial<Draft>) : {}
  const { name = '', sql = '', params = [] } = given
  return { name, sql, params }
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

/** A guessed type for a parameter that has no description yet. */
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

/** Parameters as the statement names them now; existing descriptions are kept. */
export function withParameters(draft: Draft): Draft {
  const params = parameterNames(draft.sql).map(
    (name) => draft.params.find((parameter) => parameter.name === name) ?? likely(name),
  )
  return { ...draft, params }
}
