// Sentences about the report in view, which need not name it: 9月 vs 8月, 按渠道 上周, ios 近 7 天.
import type { ReportInfo } from '#semantic/model/types.ts'
import { pages } from '#shared/pages.ts'
import { useReport } from '../report/store.ts'
import { knownOf, type Meaning, meaningOf, type Part, partOf } from './meanings.ts'
import type { Vocabulary } from './vocabulary.ts'
import { type Reading, readSentence } from './words.ts'

interface Here {
  title: string
  info: ReportInfo
  reportId: number | null
}

/** The report that the page shows; null elsewhere. */
export function reportHere(): Here | null {
  const { present } = useReport.getState()
  if (!present || !window.location.pathname.startsWith(pages.statementDetail())) return null
  const { info, report } = present
  return { title: report?.reportName ?? '这张报表', info, reportId: report?.id ?? null }
}

export function meaningHere(
  text: string,
  { title }: Pick<Here, 'title'>,
  vocabulary: Vocabulary,
  today: string,
): Meaning | null {
  const reading = readSentence(text, knownOf(vocabulary, today), 1)
  if (!reading || !saysEnough(text, reading)) return null
  const subject = { kind: 'view', view: { id: 0, name: title, pinyin: '', folder: '' } } as const
  const parts = reading.names.map((name) => partOf(name, subject, vocabulary))
  if (parts.includes(null)) return null
  const spoken = { rest: text, figures: [], isEither: false }
  return meaningOf(subject, '', parts as Part[], { reading, spoken }, 0, vocabulary)
}

/** A single word is meant as days where it is written out; anything else may be a name that is being typed. */
function saysEnough(text: string, { names, ...said }: Reading): boolean {
  if (Object.keys(said).length === 0) return false
  const isOneWord = !/\s/.test(text.trim()) && names.length === 0
  return !isOneWord || (said.range !== undefined && /[\d\p{Script=Han}]/u.test(text))
}
