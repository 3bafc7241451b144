// Each way by which a user's SQL reaches the warehouse. A way takes a statement and answers all that its caller is
// shown: rows, files, or why it was refused.
import { vi } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { readAlarmQuery } from '#features/alarm/contract.ts'
import * as code from '#features/code/contract.ts'
import * as custom from '#features/custom/contract.ts'
import * as segment from '#features/segment/contract.ts'
import { previewSubscription } from '#features/subscription/contract.ts'
import { saveToken } from '#features/tokens/contract.ts'
import { assist } from '../programs/assistant.ts'
import type { Office } from '../statement/office.ts'

export interface Caller {
  office: Office
  person: Person
}
type Way = (caller: Caller, sql: string) => Promise<string>

let names = 0
const newName = () => `w${++names}`

const saved = async (person: Person, sql: string) =>
  (await person.call<code.SavedQuery>(code.saveQuery, { body: { name: newName(), sql, params: [] } })).data.id

const query: Way = async ({ person }, sql) => (await person.call(code.querySql, { body: { sql } })).text

const plan: Way = async ({ person }, sql) =>
  (await person.call(code.explainSql, { body: { sql, analyze: true } })).text

const csv: Way = async ({ person }, sql) => (await person.call(code.exportCsv, { body: { sql } })).text

const background: Way = async ({ person }, sql) => {
  const begun = await person.call<code.Run>(code.exportDataByAsync, { body: { sql, format: 'csv' } })
  if (!begun.envelope?.isSuccess) return begun.text
  const params = { id: begun.data.queryId }
  const ended = await vi.waitFor(async () => {
    const answer = await person.call<code.Run>(code.queryById, { params, query: { count: '0' } })
    if (['queued', 'running'].includes(answer.data.status)) throw new Error(answer.data.status)
    return answer
  }, 60_000)
  if (ended.data.status !== 'done') return ended.text
  return (await person.call(code.downloadExport, { params })).text
}

const temporary: Way = async (caller, sql) => {
  const name = newName()
  const made = await caller.person.call(code.createTmpTable, { body: { name, sql } })
  return made.envelope?.isSuccess ? query(caller, `SELECT * FROM tmp.${name}`) : made.text
}

const report: Way = async ({ person }, sql) => {
  const body = { name: newName(), sql, params: [], chart: null, published: true }
  const made = await person.call<custom.CustomReport>(custom.saveCustomReport, { body })
  if (!made.envelope?.isSuccess) return made.text
  const params = { id: made.data.id }
  const ran = await person.call(custom.runCustomReport, { params, body: {} })
  const file = await person.call(custom.exportCustomReport, { params, body: { format: 'csv' } })
  return `${ran.text}\n${file.text}`
}

const alarm: Way = async ({ person }, sql) =>
  (await person.call(readAlarmQuery, { body: { id: await saved(person, sql), params: {} } })).text

const subscription: Way = async ({ person }, sql) => {
  const queryId = await saved(person, sql)
  const content = { picture: false, table: true, file: false }
  const body = { viewId: null, queryId, link: `/code?query=${queryId}`, name: newName(), content, as: 'mail' }
  return (await person.call(previewSubscription, { body })).text
}

const players: Way = async ({ person }, sql) => {
  const source = { kind: 'sql' as const, sql }
  const body = { name: newName(), games: ['a'], note: '', players: ['player_id'], keepDays: 90, source }
  const made = await person.call<segment.Segment>(segment.saveSegment, { body })
  if (!made.envelope?.isSuccess) return made.text
  const shown = await vi.waitFor(async () => {
    const { rows } = (await person.call<segment.SegmentList>(segment.listSegments)).data
    const found = rows.find(({ id }) => id === made.data.id)
    if (!found || !/done|failed/.test(found.state)) throw new Error('not yet')
    return found
  }, 60_000)
  return JSON.stringify(shown)
}

const secretOf = async (person: Person, games: '*' | string[]) =>
  (await person.call<{ secret: string }>(saveToken, { body: { name: newName(), scope: 'write', games } }))
    .data.secret

const own = ({ games }: Person['user']): '*' | string[] => (games === 'all' ? '*' : [...games])

/** With a token for these games; none: its owner's. */
export const tokenWay =
  (games?: string[]): Way =>
  async ({ office, person }, sql) => {
    const secret = await secretOf(person, games ?? own(person.user))
    return (await office.send(code.querySql, { body: { sql } }, { authorization: `Bearer ${secret}` })).text
  }

const assistant: Way = async ({ office, person }, sql) => {
  const asked = await assist(office, await secretOf(person, own(person.user)))
  try {
    const { text, structured } = await asked.use('run_sql', { sql })
    return text + JSON.stringify(structured)
  } finally {
    await asked.close()
  }
}

export const ways: readonly [title: string, way: Way][] = [
  ['the workspace', query],
  ['a plan with its run', plan],
  ['a csv', csv],
  ['a background export', background],
  ['a temp table', temporary],
  ['a custom report and its file', report],
  ['an alarm', alarm],
  ['a subscription', subscription],
  ['a segment', players],
  ['a token', tokenWay()],
  ['an assistant', assistant],
]
