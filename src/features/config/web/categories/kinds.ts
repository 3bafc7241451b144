// What a category sorts.
import type { CategoryEntry } from '../book.ts'

export const kindTitles: Record<CategoryEntry['kind'], string> = { point: '指标', dimension: '维度' }
