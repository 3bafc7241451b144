// Parses the text typed for a limit: a whole number up to the setting's upper bound.
import { columnLimitOf, mostCellRows, narrowestColumn, widestColumn } from '../settingValues.ts'

export type LimitName = 'maxColumnWords' | 'maxCellRows'

const upperLimits: Record<LimitName, number> = {
  maxColumnWords: widestColumn,
  maxCellRows: mostCellRows,
}

type LimitReading = { kind: 'value'; value: number; note: string | null } | { kind: 'wrong'; problem: string }

/** Parses a limit; an empty field means unlimited. Full-width digits from an input method count as digits. */
export function readLimit(name: LimitName, typed: string): LimitReading {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return { kind: 'value', value: 0, note: null }
  if (!/^[+-]?\d+$/.test(text)) return { kind: 'wrong', problem: '请输入整数' }
  const number = Number(text)
  // Any width below the narrowest counts as no limit, negative numbers included.
  if (number < 0 && name !== 'maxColumnWords') return { kind: 'wrong', problem: '不能小于 0' }
  const most = upperLimits[name]
  if (number > most) return { kind: 'wrong', problem: `不能大于 ${most}` }
  return withNote(name, number)
}

function withNote(name: LimitName, number: number): LimitReading {
  if (name !== 'maxColumnWords') return { kind: 'value', value: number, note: null }
  const value = columnLimitOf(number)
  const note = value === number ? null : `小于 ${narrowestColumn}，已改为 0（不限）`
  return { kind: 'value', value, note }
}
