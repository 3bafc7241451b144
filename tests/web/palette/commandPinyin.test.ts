// The compact readings of the commands' titles give back what the pinyin dictionary says.
import { expect, it } from 'vitest'
import { commands } from '#commands/index.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { titleReadings } from '#server/titleReadings.ts'
import { pinyinOfCommand } from '#web/shell/palette/commandPinyin.ts'

it('each command has the reading of its title', () => {
  expect(commands.length).toBeGreaterThan(300)
  expect(commands.map(({ id }) => [id, pinyinOfCommand(id)])).toEqual(
    commands.map(({ id, title }) => [id, pinyinOf(title)]),
  )
})

it('a character that two titles read differently keeps both readings', () => {
  const read = titleReadings([
    { id: 'a', title: '重命名' },
    { id: 'b', title: '重做' },
    { id: 'c', title: '重庆 GMV' },
  ])
  expect(read.exceptions).toEqual({ c: pinyinOf('重庆 GMV') })
  expect(Object.values(read.characters).join('')).toContain('重')
})
