// @vitest-environment jsdom
// What a stopped script goes on with, after its text was mended.
import { describe, expect, it } from 'vitest'
import type { StoppedScript } from '#features/code/web/query/documents/layout.ts'
import { statementsLeft } from '#features/code/web/query/runs/scripts.ts'

const text = 'select 1;\nselect x;\nselect 3;\nselect 4'
const at = (sql: string) => ({ sql, start: text.indexOf(sql) })
const stopped: StoppedScript = {
  script: 's',
  key: 'k',
  total: 4,
  failed: at('select x'),
  rest: [at('select 3'), at('select 4')],
  ordinal: 1,
  count: 4,
}
const left = (changed: string, from: 'failed' | 'next') =>
  statementsLeft(changed, stopped, from).map(({ sql }) => sql.trim())

describe('a stopped script', () => {
  it.each([
    ['unchanged', text, ['select x', 'select 3', 'select 4']],
    ['mended', text.replace('select x', 'select 2 as x'), ['select 2 as x', 'select 3', 'select 4']],
    [
      'mended into two',
      text.replace('select x', 'select 2;\nselect 20'),
      ['select 2', 'select 20', 'select 3', 'select 4'],
    ],
    ['with a statement before', `select 0;\n${text}`, ['select x', 'select 3', 'select 4']],
    ['with a later one mended', text.replace('select 4', 'select 40'), ['select x', 'select 3', 'select 40']],
    ['moved to the end of a longer text', `${text};\nselect 5`, ['select x', 'select 3', 'select 4']],
  ])('goes on %s, from the failed one or behind it', (_, changed, statements) => {
    expect(left(changed, 'failed')).toEqual(statements)
    expect(left(changed, 'next')).toEqual(statements.slice(-2))
  })

  it('has nothing to go on with in another text', () => {
    expect(left('', 'failed')).toEqual([])
    expect(left('', 'next')).toEqual([])
  })

  it('stays within the statements that it had', () => {
    const selected = { ...stopped, rest: [at('select 3')] }
    expect(statementsLeft(text, selected, 'next').map(({ sql }) => sql.trim())).toEqual(['select 3'])
  })
})
