// The returns of a retention in words and as a part of an address.
//
//   days 1, 3, 7                        第 1、3、7 天                  1,3,7
//   within weeks 1–2, 3–8               第 1–2、3–8 周内               within.week:1-2,3-8
//   gone for 7, 14 days                 流失 7、14 天与回流            gone:7,14
import {
  isPlainReturns,
  type ReturnMeaning,
  type Returns,
  type ReturnUnit,
  returnMeanings,
  returnsProblem,
  returnUnits,
  unitWords,
} from './returns.ts'

/** `1-3,4-7`; a bracket of one period is its number. */
export const periodsText = ({ days, untils }: Returns, dash = '-', comma = ','): string =>
  days
    .map((day, at) => {
      const until = untils?.[at] ?? day
      return until === day ? String(day) : `${day}${dash}${until}`
    })
    .join(comma)

/** Null for a text that is no list of numbers, or of brackets with `how` within. */
export function readPeriods(text: string, how: ReturnMeaning): Pick<Returns, 'days' | 'untils'> | null {
  const parts = text.split(/[,，、\s]+/).filter((part) => part !== '')
  const read = parts.map((part) => /^(\d{1,4})(?:[-–~至](\d{1,4}))?$/.exec(part))
  if (read.some((match) => match === null)) return null
  const days = read.map((match) => Number(match?.[1]))
  const untils = read.map((match) => Number(match?.[2] ?? match?.[1]))
  if (how === 'within') return { days, untils }
  return read.some((match) => match?.[2] !== undefined) ? null : { days }
}

/** Without what is absent anyway, so that a plain retention is written as it always was. */
export const shortReturns = ({ days, untils, how = 'on', unit = 'day' }: Returns): Returns => ({
  days,
  ...(how !== 'on' && { how }),
  ...(how === 'within' && untils && { untils }),
  ...(unit !== 'day' && { unit }),
})

export function returnsWords(returns: Returns): string {
  const { how = 'on', unit = 'day' } = returns
  const numbers = periodsText(returns, '–', '、')
  if (how === 'gone') return `流失 ${numbers} 天与回流`
  const ending = how === 'after' ? '及以后' : how === 'within' ? '内' : ''
  return `第 ${numbers} ${unitWords[unit]}${ending}${unit === 'hours' ? '（各自的 24 小时）' : ''}`
}

export function writeReturns(returns: Returns): string {
  const { how = 'on', unit = 'day' } = returns
  const numbers = periodsText(returns)
  return isPlainReturns(returns) ? numbers : `${how}${unit === 'day' ? '' : `.${unit}`}:${numbers}`
}

/** Undefined for what `writeReturns` does not write. */
export function readReturns(text: string): Returns | undefined {
  const match = /^(?:([a-z]+)(?:\.([a-z]+))?:)?([\d,-]+)$/.exec(text)
  const how = returnMeanings.find((one) => one === (match?.[1] ?? 'on'))
  const unit: ReturnUnit | undefined = returnUnits.find((one) => one === (match?.[2] ?? 'day'))
  const periods = how && readPeriods(match?.[3] ?? '', how)
  if (!how || !unit || !periods) return undefined
  const rises = periods.days.every((day, at) => at === 0 || day > (periods.days[at - 1] as number))
  const returns = shortReturns({ ...periods, how, unit })
  return rises && returnsProblem(returns) === '' ? returns : undefined
}
