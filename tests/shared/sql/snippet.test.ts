// biome-ignore-all lint/suspicious/noTemplateCurlyInString: places of snippets are written so.
import { describe, expect, it } from 'vitest'
import {
  bodyProblem,
  editorSnippet,
  prefixProblem,
  readSnippet,
  snippetOf,
  snippetText,
} from '#shared/sql/snippet.ts'

describe('places of a snippet', () => {
  it.each([
    ['select ${1:列} from ${2:表}$0', 'select ${1:列} from ${2:表}${0}', 'select 列 from 表'],
    ['select $1, $2', 'select ${1}, ${2}', 'select , '],
    ['${1|日,周, 月|}', '${1|日,周,月|}', '日'],
    ['${1:a ${2:b} c}', '${1:a ${2:b} c}', 'a b c'],
    ['${1:a\\}b}', '${1:a\\}b}', 'a}b'],
  ])('%s', (body, editor, text) => {
    expect(editorSnippet(body)).toBe(editor)
    expect(snippetText(body)).toBe(text)
    expect(readSnippet(body).brokenLines).toEqual([])
  })

  it.each([
    "json_extract(a, '$.b[0]')",
    "'$100' || '$1.5' || '$1,000' || '$5%'",
    '$$a text$$ || $tag$another$tag$',
    "regexp_replace(a, '(\\d+)\\\\n', '\\1')",
    '{a: 1}',
    '$TM_SELECTED_TEXT $name',
  ])('a dollar sign that begins none is a text: %s', (sql) => {
    expect(snippetText(sql)).toBe(sql)
    expect(editorSnippet(sql)).toBe(sql.replace(/[\\$}]/g, '\\$&'))
  })

  it.each([
    ['select\n${1:a', [2]],
    ['${x} ${1:${2}', [1]],
    ['${1|a,b}', [1]],
    [`${'${1:'.repeat(200)}`, [1]],
  ])('one without an end stays what is written, and its line is told: %s', (body, lines) => {
    expect(readSnippet(body).brokenLines).toEqual(lines)
    expect(snippetText(body).startsWith(body.slice(0, 4))).toBe(true)
  })

  it.each(['select ${1:a}', 'a $1 b', "'\\$1'", "'\\${2'", "'$.x' \r\n$9"])(
    'SQL that was selected comes back as it was: %s',
    (sql) => expect(snippetText(snippetOf(sql))).toBe(sql.replaceAll('\r\n', '\n')),
  )

  it('thousands that are opened and never closed are one text', () => {
    expect(readSnippet('${1:a '.repeat(3_000)).parts).toHaveLength(1)
  })
})

it('a prefix is one word of letters, in any width', () => {
  expect(['dau', '每日活跃', '_x1', 'ｄａｕ'].map(prefixProblem)).toEqual([null, null, null, null])
  for (const bad of ['', ' ', '1a', 'a b', 'a-b', 'a.b', 'x'.repeat(41), '💥'])
    expect(prefixProblem(bad)).not.toBeNull()
  expect(bodyProblem('x'.repeat(200_000))).toContain('200000')
})
