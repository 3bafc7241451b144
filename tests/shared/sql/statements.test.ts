import { describe, expect, it } from 'vitest'
import { parameterNames, parameterPlaces } from '#shared/sql/parameters.ts'
import { createStatementIndex, statementAt, statementsOf } from '#shared/sql/statements.ts'

const texts = (sql: string) => statementsOf(sql).map(({ start, end }) => sql.slice(start, end))
/** `|` is the cursor. */
function at(marked: string): string | null {
  const offset = marked.indexOf('|')
  const sql = marked.replace('|', '')
  const found = statementAt(sql, offset)
  return found && sql.slice(found.start, found.end)
}

describe('statements', () => {
  it.each<[string, string[]]>([
    ['select 1; select 2', ['select 1', 'select 2']],
    ['select \';\' ; select $$;$$, "a;b" -- ;\n; /* ; */', ["select ';'", 'select $$;$$, "a;b"']],
    ['-- only this', []],
    [';;;', []],
    ['', []],
    ['-- head\nselect 1 -- tail', ['select 1']],
    ['/* a /* ; */ ; */ select 1', ['select 1']],
    ['select (1; select 2', ['select (1', 'select 2']],
  ])('of %j', (sql, expected) => {
    expect(texts(sql)).toEqual(expected)
  })

  it.each<[string, string | null]>([
    ['sel|ect 1; select 2', 'select 1'],
    ['select 1|; select 2', 'select 1'],
    ['select 1;| select 2', 'select 1'],
    ['select 1; |select 2', 'select 2'],
    ['select 1;\n|\nselect 2', 'select 2'],
    ['select 1;\n|', 'select 1'],
    ['|-- c\nselect 1', 'select 1'],
    ['select 1; -- c|\nselect 2', 'select 1'],
    ['|', null],
    ['-- a|', null],
  ])('at the cursor in %j', (marked, expected) => {
    expect(at(marked)).toBe(expected)
  })
})

describe('the index of a text that changes', () => {
  it('says after any change what reading the whole text says', () => {
    const pieces = ["'", '"', '$$', '/*', '*/', '--', '\n', ';', ';', ' a', '(', '[1:x]', ':p']
    let seed = 3
    const next = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * below)
    }
    const index = createStatementIndex()
    let sql = 'select 1; select 2; select 3; select 4'
    index.update(sql)
    for (let round = 0; round < 3_000; round++) {
      const from = next(sql.length + 1)
      const to = Math.min(from + next(6), sql.length)
      sql = sql.slice(0, from) + (next(4) === 0 ? '' : pieces[next(pieces.length)]) + sql.slice(to)
      if (sql.length > 200) sql = sql.slice(0, 120)
      index.update(sql)
      expect(index.statements(), JSON.stringify(sql)).toEqual(statementsOf(sql))
      const offset = next(sql.length + 1)
      expect(index.at(offset), JSON.stringify(sql)).toEqual(statementAt(sql, offset))
      const { start, end } = index.segmentAt(offset)
      expect(start).toBeLessThanOrEqual(offset)
      expect(end).toBeGreaterThanOrEqual(offset)
    }
  })

  it('gives an empty segment behind the last semicolon', () => {
    const index = createStatementIndex()
    index.update('select 1;')
    expect(index.segmentAt(9)).toEqual({ start: 9, end: 9, statement: null })
    expect(index.segmentAt(8).statement).toEqual({ start: 0, end: 8 })
  })
})

describe('parameters', () => {
  it('are found by place and named once', () => {
    const sql = "select :a, ':b', :c::int -- :d\n, :a"
    expect(parameterNames(sql)).toEqual(['a', 'c'])
    expect(parameterPlaces(sql)[0]).toEqual({ name: 'a', start: 7, end: 9 })
    expect(parameterPlaces(sql)).toHaveLength(3)
  })
})
