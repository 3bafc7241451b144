// How a source's column is read: as the import page says it, or by the command's words.
import { kindOfWord } from '#server/warehouse/import/values/answers.ts'
import { type ChosenKind, kindOfTitle, kindTitle, kindTitles } from '#shared/imports/kinds.ts'

export const readingTitles: string[] = [
  ...Object.values(kindTitles),
  ...(['YEAR_2026', 'YEARS_2025'] as const).map(kindTitle),
]

export const readingOf = (text: string): ChosenKind | null =>
  kindOfTitle(text.trim()) ?? kindOfWord(text.trim())
