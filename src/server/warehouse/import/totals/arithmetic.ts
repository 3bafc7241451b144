// Whether a row's figures are the sums of others', and how likely that is by chance.
import type { Sums } from './figures.ts'
import type { WordRow } from './words.ts'

export interface Candidate {
  line: number
  /** The word that the row has; null where only its figures speak for it. */
  row: WordRow | null
  isLast: boolean
  /** Columns beside the word's that say what a row is about, and how many of them are empty here. */
  others: number
  blankOthers: number
  /** The word stands among days. */
  inDates: boolean
  /** Numbers by column of numbers. */
  values: (number | null)[]
  /** The rows whose sum it is. */
  match: Match | null
  isTotal: boolean
}

interface Match {
  /** Columns in which the figure is the sum, and not nothing. */
  same: number
  compared: number
  /** All that can be compared is the sum. */
  isWhole: boolean
  /** Some figure is the sum of two others at least. */
  isAdded: boolean
  /** Columns with three figures or more that add up. */
  rich: number
  /** Different digits of the figures that add up. */
  digits: number
}

/** `means`: places of figures that need not add up, by their names. */
export function matches(
  { values }: Pick<Candidate, 'values'>,
  { sums, counts }: Sums,
  means: ReadonlySet<number>,
): Match | null {
  let [same, compared, differs, rich] = [0, 0, 0, 0]
  let isAdded = false
  const seen = new Set<string>()
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const [sum = 0, count = 0] = [sums[at], counts[at]]
    const isSame = isNear(value, sum)
    if (!isSame && means.has(at)) continue
    compared += 1
    if (!isSame) differs += 1
    else if (value !== 0 && count > 0) {
      same += 1
      if (count > 1) isAdded = true
      if (count > 2) rich += 1
      seen.add(significant(value))
    }
  }
  if (same === 0) return null
  const digits = [...seen].reduce((total, text) => total + text.length, 0)
  return { same, compared, isWhole: differs === 0, isAdded, rich, digits }
}

/** Equal, but for what adding doubles leaves. */
export const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(Math.abs(one), Math.abs(other)) * 1e-9

/** The digits of a figure without its size: 1200 and 12 are one. */
function significant(value: number): string {
  const [digits = ''] = Math.abs(value).toExponential(11).split('e')
  return digits.replace('.', '').replace(/0{1,12}$/, '')
}

/** Beside a word: what is counted without repeats and averages need not add up. */
export const isSumOf = ({ same, compared, digits, isWhole }: Match): boolean =>
  isWhole || same * 2 >= compared || digits >= 5

/** Without a word beside a label: figures that add up in two columns, in more digits than chance gives. */
export const isEvident = ({ rich, digits }: Match): boolean => rich >= 2 && digits >= 6
