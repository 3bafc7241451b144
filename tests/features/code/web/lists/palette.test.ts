// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pinyinOf } from '#server/pinyin.ts'
import { answerWith, envelope } from '#tests/web/shell/answers.ts'
import { sourceOf } from '#web/shell/palette/sources.ts'
import { codeWeb } from '#features/code/web/slice.ts'
import { savedQuery } from './page.ts'

afterEach(() => vi.unstubAllGlobals())

const comment = '玩家每日登录：每个玩家每天一行'
const login = {
  name: 'login_day',
  comment,
  pinyin: pinyinOf(comment),
  rowCount: 1_234,
  updateTime: null,
  kind: 'fact',
  columns: [
    {
      name: 'level',
      type: 'INTEGER',
      comment: '当日等级',
      pinyin: pinyinOf('当日等级'),
      points: ['平均等级'],
      dimensions: [],
      dictId: null,
    },
    { name: 'cgi', type: 'VARCHAR', comment: '', pinyin: '', points: [], dimensions: [], dictId: null },
  ],
}
const answers = () =>
  answerWith(({ path }) =>
    envelope(
      path.endsWith('getOdpsTables')
        ? [login]
        : [
            savedQuery({
              id: 'q1',
              name: '渠道 ROI',
              pinyin: pinyinOf('渠道 ROI'),
              folder: '投放',
              sql: 'select 1',
            }),
          ],
    ),
  )

async function entriesOf() {
  const { sources = [] } = codeWeb
  expect(sources.map(({ prefix }) => prefix)).toEqual(['$', '$', '$'])
  const { signal } = new AbortController()
  return (await Promise.all(sources.map(({ load }) => load(signal)))).flat()
}

describe('the palette', () => {
  it('finds queries, tables and columns by meaning, name and pinyin', async () => {
    answers()
    const entries = await entriesOf()
    const source = sourceOf('SQL', entries)
    const first = (typed: string) => {
      const best = source.searcher.find(typed, 5, new Map() as never).best[0]
      return best && entries[best.entry]?.id
    }
    expect(first('qdroi')).toBe('query:q1')
    expect(first('wjmrdl')).toBe('table:login_day')
    expect(first('login_day')).toBe('table:login_day')
    expect(first('dangridengji')).toBe('column:login_day.level')
    expect(first('login_day.cgi')).toBe('column:login_day.cgi')
  })

  it('opens a query itself, and of tables and columns the workspace with the table', async () => {
    answers()
    const entries = await entriesOf()
    expect(entries.map(({ go }) => go)).toEqual([
      '/code/query?query=q1',
      '/code/query?table=login_day',
      '/code/query?table=login_day',
      '/code/query?table=login_day',
    ])
  })

  it('shows a query’s SQL and a table’s columns beside the list', async () => {
    answers()
    const [query, table, column] = await entriesOf()
    const { signal } = new AbortController()
    expect(await query?.preview?.(signal)).toMatchObject({ title: '渠道 ROI', code: 'select 1' })
    expect((await table?.preview?.(signal))?.lists?.[0]).toEqual({
      heading: '2 列',
      items: ['level  INTEGER  当日等级', 'cgi  VARCHAR'],
    })
    expect((await column?.preview?.(signal))?.facts).toContainEqual({ label: '指标', value: '平均等级' })
  })

  it('offers it all to those alone who may write SQL', () => {
    expect(codeWeb.sources?.map(({ permission }) => permission)).toEqual(Array(3).fill('search_sqlQuery'))
  })
})
