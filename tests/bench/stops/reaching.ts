// Requests that reach as much grown data as a call allows, which contracts cannot tell.
import { type Input, namedByExamples as known } from './inputs.ts'

const json = (body: unknown): string => JSON.stringify(body)
const range = (count: number, first = 0): number[] => Array.from({ length: count }, (_, at) => first + at)

const told = 'id revision modified_at owner modified_by uses'
const dimension = `${told} name table_truename types form_type describe info create_time pinyin category`
const point = `${told} name name_sql event_filter filter types describe info note create_time pinyin category table_name`
const table = `${told} name table_truename describe create_time`
const graphql = (query: string): string => json({ query: `{ ${query} }` })

const definitionKinds = ['dimension', 'point', 'dimensionTable', 'pointTable', 'category']
const ofEachKind: Input[] = definitionKinds.map((kind) => ({
  shape: `of the first ${kind}`,
  params: { kind, id: kind === 'category' ? 7 : 1 },
}))

const attributes = ['代码', '名称', '游戏']
/** Rows of the grown dictionary, added to or replacing its present ones. */
const rows = (turn: number, letter: string) =>
  range(100_000, 1).map((n) => [`${letter}${n}`, `改名 ${turn} ${n}`, ''])

export const reachingInputs: Record<string, Input[]> = {
  graphql: [
    {
      shape: 'the whole configuration',
      body: graphql(
        `allConfig { points { ${point} } dimensions { ${dimension} } pointTables { ${table} } dimensionTables { ${table} } categories { ${told} name } }`,
      ),
    },
    { shape: 'all points by name', body: graphql('allConfig { points { id name types info pinyin uses } }') },
    { shape: '1,000 points', body: graphql(`allPoint(limit: 1000) { ${point} }`) },
    {
      shape: 'the last points by a text',
      body: graphql(
        `allPoint(limit: 1000, offset: 9000, like: "1", order: "name desc") { ${point} } countPoint(like: "1")`,
      ),
    },
  ],
  definitionUses: ofEachKind,
  definitionHistory: [{ shape: 'changed 5,000 times', params: { kind: 'point', id: known } }],
  definitionGraph: [
    { shape: 'around a point table', query: { kind: 'pointTable', id: '1' } },
    { shape: 'without reports', query: { definitions: 'true' } },
  ],
  changeEffect: [
    { shape: 'of a point', body: json({ point: { id: known, name: '改', name_sql: 'login_count + 1' } }) },
    { shape: 'of a point table', body: json({ pointTable: { id: 1, name: '登录表' }, example: false }) },
    {
      shape: 'of a dimension table',
      body: json({ dimensionTable: { id: 1, name: '维度表' }, example: false }),
    },
    { shape: 'of a dimension', body: json({ dimension: { id: 1, name: '日' }, example: false }) },
  ],
  addOrUpdatePoint: [
    { shape: 'another name', body: (turn) => json({ id: known, name: `改名 ${turn}`, overwrite: true }) },
  ],
  editDefinitions: [
    {
      shape: '1,000 points',
      body: (turn) =>
        json({
          kind: 'point',
          items: range(1_000, 1_001).map((id) => ({ id })),
          values: { describe: `说明 ${turn}` },
          overwrite: true,
        }),
    },
  ],
  deleteDefinitions: [
    {
      shape: '1,000 points',
      body: (turn) => json({ kind: 'point', ids: range(1_000, 9_001 + turn * 10) }),
    },
  ],
  replaceReportPoint: [{ shape: 'in 200 reports', body: json({ from: known, to: 1001, dryRun: true }) }],
  anaDictListsByDictId: [{ shape: '100,000 rows', body: json([known]) }],
  addOrUpdateDict: [
    {
      shape: '100,000 new rows',
      body: (turn) =>
        json({
          name: `新字典 ${Date.now()}`,
          attributes,
          values: rows(turn, 'n').map((data) => ({ dataId: -1, data })),
        }),
    },
    {
      shape: 'another column for 100,000 rows',
      body: (turn) =>
        json({
          id: known,
          name: '大字典',
          attributes: [...attributes, `列 ${turn}`],
          columns: [0, 1, 2, -1],
        }),
    },
  ],
  creatDictByBatchCode: [
    {
      shape: '100,000 known rows',
      body: (turn) => json({ dictId: known, lines: rows(turn, 'c') }),
    },
    { shape: '100,000 rows, looked at', body: json({ dictId: known, lines: rows(9, 'x'), check: true }) },
  ],
  exportDict: [{ shape: '100,000 rows', body: '{}' }],
  deleteDict: [{ shape: '100,000 rows', params: { id: String(known) }, body: '{}' }],
  restoreDictionaries: [{ shape: '100,000 rows', body: json({ ids: [known] }) }],
}
