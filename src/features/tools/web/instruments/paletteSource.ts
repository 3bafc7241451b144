// The small tools as entries of the palette.
import { commandOf } from '#commands/index.ts'
import { pinyinOfCommand } from '#web/shell/palette/commandPinyin.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { addressOf } from './instrumentWork.ts'
import { instrumentIds } from './names.ts'

export const instrumentEntries = (): PaletteEntry[] =>
  instrumentIds.map((id) => {
    const { title, en = '', icon = 'cog' } = commandOf(`tools.${id}`)
    const pinyin = pinyinOfCommand(`tools.${id}`)
    return { id: `instrument:${id}`, title, en, pinyin, icon, detail: '测试工具', go: addressOf(id) }
  })
