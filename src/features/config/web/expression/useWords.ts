// The names that completion offers, loaded once for each table.
import { useMemo, useState } from 'react'
import { offered } from '#shared/standing.ts'
import { call } from '#web/api/client.ts'
import type { Language, Words } from '#web/expression/offers.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { useSecondary } from '#web/ui/missing/useSecondary.ts'
import { type ExpressionCompletion, expressionCompletion } from '#features/config/contract.ts'
import { readingOfPoint } from '../read.ts'

const none: ExpressionCompletion = { columns: [], functions: [], points: [] }
const keptMs = 60_000
const kept = new Map<string, { at: number; answer: Promise<ExpressionCompletion> }>()

function completionOf(table: string): Promise<ExpressionCompletion> {
  const known = kept.get(table)
  if (known && Date.now() - known.at < keptMs) return known.answer
  const query = table === '' ? {} : { table }
  const answer = call(expressionCompletion, { query }, { quiet: true, loading: null })
  kept.set(table, { at: Date.now(), answer })
  answer.catch(() => kept.delete(table))
  return answer
}

/** Makes a new point's name available at once. */
export const forgetWords = (): void => kept.clear()

export function useWords(language: Language, table: string | undefined): Words {
  const [completion, setCompletion] = useState(none)
  const asked = table ?? ''
  // Names can be typed without completion; the check reports the wrong ones.
  useSecondary(
    '补全读取失败，名称可以直接输入',
    async (signal) => {
      const answer = await completionOf(asked).catch((error: unknown) => {
        if (!signal.aborted) setCompletion(none)
        throw error
      })
      if (!signal.aborted) setCompletion(answer)
    },
    asked,
  )
  return useMemo(() => wordsOf(language, completion), [language, completion])
}

function wordsOf(language: Language, { columns, functions, points }: ExpressionCompletion): Words {
  return {
    language,
    functions: functions.map(({ name, signature, hint }) => ({ name, detail: signature, comment: hint })),
    names:
      language === 'formula'
        ? offered(points, [], businessToday()).map(({ id, name, insert }) => ({
            name,
            insert,
            detail: '',
            comment: '',
            pinyin: readingOfPoint(id),
          }))
        : columns.map(({ name, type, comment }) => ({ name, detail: type, comment, pinyin: '' })),
  }
}
