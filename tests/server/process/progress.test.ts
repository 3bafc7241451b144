// Progress shown while the demo is made.
import { expect, test } from 'vitest'
import { makeProgress } from '#server/process/progress.ts'

function shown(isTTY: boolean): string {
  let text = ''
  const out = { isTTY, write: (part: string) => (text += part) }
  const show = makeProgress('生成', out as unknown as NodeJS.WriteStream)
  for (const [fraction, step] of [
    [0, '甲'],
    [0.01, '甲'],
    [0.02, '乙'],
    [0.5, '乙'],
    [1, '完成'],
    [1, '完成'],
  ] as const)
    show(fraction, step)
  return text
}

test('writes a line for each step and each tenth where there is no terminal', () => {
  expect(shown(false)).toBe('生成 0% 甲\n生成 2% 乙\n生成 50% 乙\n生成 100% 完成\n')
})

test('draws one line anew on a terminal, and ends it once', () => {
  const text = shown(true)
  expect(text.split('\n')).toHaveLength(2)
  expect(text.split('\r').at(-1)).toContain('100% 完成')
})
