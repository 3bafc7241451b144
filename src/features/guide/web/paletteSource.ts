// What the palette finds of the guide: chapters by their titles and words, parts by their titles.
import { guideIndex } from 'guide:index'
import { betweenNames } from '#shared/matching/units.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { addressOf } from './places.ts'

export const readChapters = (): readonly PaletteEntry[] =>
  guideIndex.map(({ place, title, within, pinyin, words }) => ({
    id: `guide:${place}`,
    title,
    pinyin,
    detail: within ?? '使用指南',
    icon: 'manual',
    go: addressOf(place),
    ...(words && { en: words.text.split(' ').join(betweenNames), enPinyin: words.pinyin }),
  }))
