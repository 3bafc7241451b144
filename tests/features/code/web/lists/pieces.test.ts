// @vitest-environment jsdom
// Details of the workspace's lists: differences, colours, times, folders and tags.
import { describe, expect, it } from 'vitest'
import { pinyinOf } from '#server/pinyin.ts'
import { lineDiff } from '#web/editor/lineDiff.ts'
import { sqlLines } from '#web/editor/sqlSpans.ts'
import { zoneMark } from '#web/ui/timeText.ts'
import type { SavedQuery } from '#features/code/contract.ts'
import { foldersOf, tagsOf } from '#features/code/web/lists/folders.ts'
import { elapsedText, sqlGist, timeText } from '#features/code/web/lists/texts.ts'

describe('a difference', () => {
  const told = (before: string, after: string) =>
    lineDiff(before, after).map(({ kind, left, right }) => [kind, left?.text ?? null, right?.text ?? null])

  it('pairs equal lines, and shows what was changed, removed and added in its place', () => {
    expect(told('a\nb\nc\nd', 'a\nB\nc\nx\nd')).toEqual([
      ['same', 'a', 'a'],
      ['changed', 'b', 'B'],
      ['same', 'c', 'c'],
      ['added', null, 'x'],
      ['same', 'd', 'd'],
    ])
    expect(told('a\nb\nc', 'c')).toEqual([
      ['removed', 'a', null],
      ['removed', 'b', null],
      ['same', 'c', 'c'],
    ])
  })

  it('numbers the lines of each side', () => {
    const last = lineDiff('a\nd', 'a\nb\nc\nd').at(-1)
    expect([last?.left?.number, last?.right?.number]).toEqual([2, 4])
  })

  it('tells texts apart that share no line, and finds none in equal ones', () => {
    expect(told('a', 'b')).toEqual([['changed', 'a', 'b']])
    expect(lineDiff('a\nb', 'a\r\nb').every(({ kind }) => kind === 'same')).toBe(true)
  })

  it('keeps every line of both sides, however much differs', () => {
    const [before, after] = [1, 2].map((side) =>
      Array.from({ length: 3_000 }, (_, at) => `${side} ${at}`).join('\n'),
    ) as [string, string]
    const rows = lineDiff(before, after)
    expect(rows.map(({ left }) => left?.text).join('\n')).toBe(before)
    expect(rows.map(({ right }) => right?.text).join('\n')).toBe(after)
  })
})

describe('SQL to read', () => {
  it('is coloured word by word, and says what it said', () => {
    const sql = '-- 注\nselect sum(n), \'a\nb\' as "x" from t where d = :day and replace(n, 1) in (2)'
    const lines = sqlLines(sql)
    expect(lines.map((spans) => spans.map(({ text }) => text).join('')).join('\n')).toBe(sql)
    const kindOf = (text: string) => lines.flat().find((span) => span.text === text)?.kind
    expect(['-- 注', 'select', 'sum', "'a", ':day', 'replace', '1', 'in', 't'].map(kindOf)).toEqual([
      'comment',
      'keyword',
      'function',
      'string',
      'parameter',
      'function',
      'number',
      'keyword',
      'plain',
    ])
  })

  it('gives its gist on one line, without the comments before it', () => {
    expect(sqlGist('-- 日报\n/* 两\n行 */ select 1,\n  2')).toBe('select 1, 2')
    expect(sqlGist('-- 只有注释')).toBe('-- 只有注释')
  })
})

it('tells times and spans of time as people do', () => {
  // The business's clocks are eight hours before UTC, wherever the reader is.
  const mark = zoneMark('2026-11-21')
  const at = (moment: string) => timeText(`${moment}:00+08:00`, new Date('2026-11-21T14:00:00+08:00'))
  expect(at('2026-11-21T00:05')).toBe(`今天 00:05${mark}`)
  expect(at('2026-11-20T23:59')).toBe(`昨天 23:59${mark}`)
  expect(at('2026-01-02T09:03')).toBe(`01-02 09:03${zoneMark('2026-01-02')}`)
  expect(at('2025-11-21T09:03')).toBe('2025-11-21')
  expect([timeText(null), timeText('?')]).toEqual(['–', '–'])
  expect([86.4, 2_345, 65_000].map(elapsedText)).toEqual(['86 ms', '2.3 s', '1 分 05 秒'])
})

describe('the side', () => {
  const query = (name: string, folder: string, tags: string[], modifiedAt: string): SavedQuery => ({
    id: name,
    name,
    folder,
    tags,
    owner: 'mei',
    sql: `select '${name}' from login_day`,
    params: [],
    looks: [],
    folderId: null,
    team: '',
    right: 'own' as const,
    modifiedBy: 'mei',
    version: 1,
    share: 'off',
    audience: { kind: 'anyone', roles: [], users: [] },
    createdAt: modifiedAt,
    modifiedAt,
    pinyin: pinyinOf(name),
  })
  const list = [
    query('每日登录', '运营/日报', ['日报'], '2026-01-03'),
    query('充值', '运营', ['付费'], '2026-01-01'),
    query('渠道 ROI', '投放', ['日报', '周报'], '2026-01-02'),
  ]
  it('tells the folders in their order, with all that they hold, and the tags', () => {
    expect(foldersOf(list)).toEqual([
      { path: '投放', name: '投放', depth: 0, count: 1 },
      { path: '运营', name: '运营', depth: 0, count: 2 },
      { path: '运营/日报', name: '日报', depth: 1, count: 1 },
    ])
    expect(tagsOf(list).map(({ tag, count }) => [tag, count])).toEqual([
      ['日报', 2],
      ['付费', 1],
      ['周报', 1],
    ])
  })
})
