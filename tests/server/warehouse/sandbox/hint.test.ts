// A failure about a function of another SQL dialect names this engine's equivalent.
import { describe, expect, it } from 'vitest'
import { hinted } from '#server/warehouse/sandbox/hint.ts'
import { AppError } from '#shared/errors.ts'

const failing = (sql: string, near: string, message: string): string => {
  const offset = sql.indexOf(near)
  const line = sql.slice(0, offset).split('\n').length
  const column = offset - sql.lastIndexOf('\n', offset - 1)
  const error = new AppError('sql_error', message, { line, column, length: near.length, near })
  return (hinted(sql, error) as AppError).message
}

describe('a failure names the form of this engine', () => {
  it.each([
    ['select\n  nvl(a, 0) from t', 'nvl', '找不到函数 nvl', '找不到函数 nvl；这里写作 coalesce(a, 0)'],
    [
      'select a from t limit 3, 5',
      ',',
      '语法错误，在「,」附近',
      '语法错误，在「,」附近；这里写作 5 OFFSET 3',
    ],
    [
      'select a form t limit 3, 5',
      't limit',
      '语法错误，在「t」附近',
      '语法错误，在「t」附近；这里写作 FROM',
    ],
    ['select `a` from t', '`', '语法错误，在「`」附近', '语法错误，在「`」附近；这里写作 "a"'],
    ['select nvl(a, 0), nosuch from t', 'nosuch', '找不到列 nosuch', '找不到列 nosuch'],
    ['select nosuch from t', 'nosuch', '找不到列 nosuch', '找不到列 nosuch'],
  ])('%s at %s', (sql, near, message, wanted) => {
    expect(failing(sql, near, message)).toBe(wanted)
  })

  it('other failures stay', () => {
    const error = new AppError('query_failed', '语法错误')
    expect(hinted('select nvl(a, 0)', error)).toBe(error)
  })
})
