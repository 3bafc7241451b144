// Libraries' failures in messages for readers: in Chinese, without paths.
import { describe, expect, it } from 'vitest'
import { statementFailure } from '#server/warehouse/duckdb/failures.ts'
import { engineText, spokenText } from '#server/warehouse/spoken.ts'
import { foreignWords } from '#tests/factories/foreignWords.ts'

const engine = [
  'Binder Error: Referenced column "amuont" not found in FROM clause!\nCandidate bindings: "amount"',
  "Conversion Error: Could not convert string 'x' to INT64 when casting from source column code",
  'Invalid Input Error: Cannot compare values of different kinds of things here',
  'Catalog Error: Table with name "gone" does not exist!\nDid you mean "orders"?',
  'Not implemented Error: This is not supported by the engine at all',
  'INTERNAL Error: Attempted to access index 3 within vector of size 2',
  'IO Error: Cannot open file "/srv/data/warehouse/a.duckdb": No such file or directory',
  'Parser Error: syntax error at or near "FORM"',
  'Something that no engine has ever said before',
]

describe('the engine', () => {
  it.each(engine)('%s', (message) => {
    for (const text of [engineText(message), statementFailure(message).message]) {
      expect(text).toMatch(/\p{Script=Han}/u)
      expect(foreignWords(text)).toEqual([])
      expect(text).not.toContain('/srv')
    }
  })

  it('keeps the names that it is about', () => {
    expect(statementFailure(engine[0] as string).message).toContain('amuont')
    expect(statementFailure(engine[3] as string).message).toContain('gone')
  })
})

describe('other libraries', () => {
  it.each([
    [new RangeError('Maximum call stack size exceeded'), '嵌套过深'],
    [new Error('unsupported compression method: 99'), '压缩方式（99）不支持'],
    [new SyntaxError('Unexpected end of JSON input'), '内容没有写完'],
    [
      new SyntaxError("Expected ',' or '}' after property value in JSON at position 9 (line 1 column 10)"),
      '第 1 行第 10 个字符处写法有误',
    ],
    [new Error('something odd happened in here'), '内容有误'],
    [new Error('不是对象'), '不是对象'],
  ])('%s', (error, text) => {
    expect(spokenText(error, '内容有误')).toBe(text)
  })
})
