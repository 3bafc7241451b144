// What a category contains: dimensions or points.
import type { CategoryEntry } from '../referenceData.ts'

export const kindTitles: Record<CategoryEntry['kind'], string> = { point: '指标', dimension: '维度' }
