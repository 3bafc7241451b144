// What is offered after the first keys of a sequence.
import { expect, it } from 'vitest'
import { commands, keysOf } from '#commands/index.ts'
import { pendingLines } from '#web/shell/keys/pending.ts'

const found = (begun: string) =>
  commands.flatMap((command) =>
    keysOf(command)
      .filter((keys) => keys.startsWith(`${begun} `))
      .map((keys) => ({ next: keys.slice(begun.length + 1), command })),
  )

it('a family of pages is one line, until its letter is pressed', () => {
  const lines = pendingLines(['g'], found('g'))
  expect(lines.get('s')).toBe('数据报表')
  expect(lines.get('o')).toBe('其他…')
  expect([...lines.keys()].filter((keys) => keys.includes(' '))).toEqual([])
  const inside = pendingLines(['g', 'o'], found('g o'))
  expect(inside.get('o')).toBe('其他')
  expect(inside.get('b')).toBe('黑名单')
  expect(inside.size).toBe(found('g o').length)
})

it('a sequence that a user has chosen beyond a family stands as it is', () => {
  const lines = pendingLines(['v'], [{ next: 'o b', command: { title: '黑名单' } }])
  expect([...lines]).toEqual([['o b', '黑名单']])
})
