// Rows left by a search: continuing from a shorter text's matches never changes the result.
import { expect, it } from 'vitest'
import { pinyinOf } from '#server/pinyin.ts'
import { foldText, matchesName } from '#shared/textMatch.ts'
import { shownRows } from '#web/list/shownRows.ts'
import type { ListColumn, ListQuestion } from '#web/list/types.ts'

interface Row {
  id: number
  name: string
  note: string
}

const names = ['充值金额', '活跃用户', '重庆渠道', '新增 iOS', 'ARPU', '长线月报', 'PlayerID', '首充（元）']
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `${names[id % names.length]}${id}`,
    note: id % 3 === 0 ? `备注 ${names[(id * 7) % names.length]}` : '',
  }))
const columns: ListColumn<Row>[] = [
  { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ name }) => pinyinOf(name) },
  { key: 'note', title: '备注', value: ({ note }) => note },
]
const question = (text: string, sort = 'name'): ListQuestion => ({ text, filters: {}, sort, desc: false })
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** Typed letter by letter, with letters taken away and typed anew. */
const typed = [
  'c',
  'cz',
  'czj',
  'cz',
  'c',
  'cq',
  'cqq',
  '',
  '充',
  '充z',
  '充zj',
  'p',
  'pi',
  'player i',
  'player id1',
]

it('answers each letter as if nothing had been typed before', () => {
  const rows = rowsOf(200)
  for (const text of [...typed, ...typed.toReversed()]) {
    const fresh = shownRows({ columns }, rowsOf(200), question(text))
    expect(idsOf(shownRows({ columns }, rows, question(text))), text).toEqual(idsOf(fresh))
  }
})

it('finds what its texts or a name hold, whichever characters are typed', () => {
  const odd = [
    'user_id = 7',
    'SELECT Max(a)',
    '100% 充值',
    'ß Ärger',
    '`id` ~ {x}',
    '𠮷野家',
    'Ａ－１',
    'é',
    '',
  ]
  const rows = odd.map((note, id) => ({ id, name: names[id % names.length] as string, note }))
  const pieces = [...odd, ...names, 'zz', '@', '_', '{', '7', '%', '１', 'Ä', '野', 'q q'].flatMap((text) => [
    text,
    ...text,
    text.slice(1, 3),
    text.toUpperCase(),
  ])
  for (const text of pieces) {
    const words = text.split(/\s+/).map(foldText).filter(Boolean)
    const wanted = rows.filter(({ name, note }) =>
      words.every(
        (word) => foldText(`${name}\n${note}`).includes(word) || matchesName(name, pinyinOf(name), word),
      ),
    )
    expect(idsOf(shownRows({ columns }, [...rows], question(text, ''))), text).toEqual(idsOf(wanted))
  }
})

it('keeps rows, orders and filters apart', () => {
  const rows = rowsOf(40)
  const byName = idsOf(shownRows({ columns }, rows, question('c')))
  const byNote = idsOf(shownRows({ columns }, rows, question('c', 'note')))
  expect(byNote).not.toEqual(byName)
  expect(byNote.toSorted()).toEqual(byName.toSorted())
  const filters = [
    { key: 'id', title: '编号', kind: 'chip', holds: ({ id }: Row, value: string) => String(id) === value },
  ] as const
  const asked = { ...question('c'), filters: { id: '8' } }
  expect(idsOf(shownRows({ columns, filters }, rows, asked))).toEqual([8])
  expect(idsOf(shownRows({ columns, filters }, rows, question('c')))).toEqual(byName)
  expect(idsOf(shownRows({ columns }, rows.slice(0, 1), question('c')))).toEqual([0])
})
