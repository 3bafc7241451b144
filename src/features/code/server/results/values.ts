// A column's values, searched by text, pinyin or codes of labels.
import type { Static } from 'typebox'
import { pinyinOf } from '#server/pinyin.ts'
import type { ColumnFilter, ResultStore } from '#server/results/types.ts'
import { matchesName } from '#shared/textMatch.ts'
import { mostListed, type ResultValueList, type resultValues } from '#features/code/contract.ts'

type Question = Static<NonNullable<(typeof resultValues)['body']>>

/** The most distinct values whose pinyin is compared with the typed text. */
const mostRead = 10_000

export async function listValues(
  results: ResultStore,
  id: string,
  { column, filters = [], text = '', codes = [] }: Question,
  signal: AbortSignal,
): Promise<ResultValueList> {
  const typed = text.trim()
  const question = { column, filters: filters as ColumnFilter[] }
  const read = /[a-z]/i.test(typed) ? await readings(results, id, question, typed, signal) : []
  const found = await results.values(
    id,
    { ...question, text: typed || null, among: [...codes, ...read], most: mostListed },
    signal,
  )
  const values = found.values.map((one) => ({
    ...one,
    pinyin: one.value === null ? '' : pinyinOf(one.value),
  }))
  return { distinct: found.distinct, values }
}

/** Values whose pinyin matches the letters. */
async function readings(
  results: ResultStore,
  id: string,
  question: { column: number; filters: ColumnFilter[] },
  typed: string,
  signal: AbortSignal,
): Promise<string[]> {
  const all = await results.values(id, { ...question, text: null, among: [], most: mostRead }, signal)
  return all.values.flatMap(({ value }) =>
    value !== null && matchesName(value, pinyinOf(value), typed) ? [value] : [],
  )
}
