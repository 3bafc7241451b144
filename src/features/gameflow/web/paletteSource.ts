// The last months in the palette; each opens its report.
import { businessToday } from '#web/shell/businessDay.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { addressOf, shiftedMonth, wholeMonth } from './flow/address.ts'

const months = 24

export const monthEntries = async (): Promise<PaletteEntry[]> => {
  const running = businessToday().slice(0, 7)
  return Array.from({ length: months }, (_, back) => shiftedMonth(running, -back)).map((month) => ({
    id: `gameFlow:${month}`,
    title: `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月流水`,
    en: `${month} game flow`,
    pinyin: '',
    icon: 'chart',
    detail: '游戏流水',
    go: addressOf({ ...wholeMonth(month) }),
  }))
}
