// Parses sentences for the palette: each meaning is an entry that previews its figures.

import { type CalculationNames, wordsOf } from '#semantic/model/calculation/words.ts'
import { filterText } from '#semantic/model/conditionText.ts'
import { withinText } from '#semantic/model/funnels.ts'
import { returnsWords } from '#semantic/model/returnsText.ts'
import { comparisonTitles, grainTitles } from '#semantic/model/titles.ts'
import { betweenNames } from '#shared/matching/units.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import type { SentenceReader } from '#web/shell/palette/sentences.ts'
import { businessToday, rangeText, relativeTitles } from '../dates/days.ts'
import type { SpokenActivity } from './activity.ts'
import { meaningHere, reportHere } from './here.ts'
import { type Meaning, meaningsOf, subjectName, unknownWords } from './meanings.ts'
import { previewOf } from './preview.ts'
import { type Quotient, quotientName } from './quotients.ts'
import { changed, type Target, targetOf } from './targets.ts'
import { loadVocabulary, type Vocabulary } from './vocabulary.ts'

export async function loadReader(signal: AbortSignal): Promise<SentenceReader> {
  const vocabulary = await loadVocabulary(signal)
  return readerOf(vocabulary)
}

export const readerOf = (vocabulary: Vocabulary): SentenceReader =>
  Object.assign(
    (text: string) => {
      const today = businessToday()
      const others = meaningsOf(text, vocabulary, today).map((meaning) => entryOf(meaning, vocabulary, today))
      return [...others, ...entriesHere(text, vocabulary, today)]
    },
    { unknown: (text: string) => unknownWords(text, vocabulary, businessToday()) },
  )

/** Last: where other words name something, the report in view is hardly meant. */
function entriesHere(text: string, vocabulary: Vocabulary, today: string): PaletteEntry[] {
  const here = reportHere()
  const meaning = here && meaningHere(text, here, vocabulary, today)
  if (!here || !meaning) return []
  const chips = chipsOf(meaning, today)
  const { title, reportId } = here
  const info = changed(here.info, meaning, vocabulary)
  return [
    {
      id: `here:${chips.join(' ')}`,
      title,
      pinyin: '',
      icon: 'document',
      group: '当前报表',
      answers: '',
      chips,
      run: () => void import('../report/follow.ts').then(({ change }) => change(info, { atOnce: true })),
      preview: (signal) => previewOf({ path: '', info, reportId, title }, title, chips, signal),
    },
  ]
}

const plainly: CalculationNames = { dimension: String, date: null }

function chipsOf(meaning: Meaning, today: string): string[] {
  const { groups, points, reading, players } = meaning
  const { range, grain, compare, compareRange, top, calculation } = reading
  return [
    ...(players.returns ? [returnsWords(players.returns)] : []),
    ...(players.within ? [withinText(players)] : []),
    ...conditionChips(meaning),
    ...groups.map(({ name }) => `按${name}`),
    ...points.map(({ name }) => name),
    ...(top === undefined ? [] : [`前 ${top}`]),
    ...(calculation ? [wordsOf({ number: 0, of: 0, ...calculation }, plainly)] : []),
    ...(range ? ['relative' in range ? relativeTitles[range.relative] : rangeText(range, today)] : []),
    ...(grain ? [`按${grainTitles[grain]}`] : []),
    ...(compareRange
      ? [`对比 ${rangeText(compareRange, today)}`]
      : compare
        ? [comparisonTitles[compare]]
        : []),
  ]
}

const quotientEntry = (quotient: Quotient) => ({
  title: quotientName(quotient),
  pinyin: [quotient.over.pinyin, quotient.under.pinyin].join(' '),
  icon: 'numerical',
  group: '指标',
  detail: '自建公式',
})

const activityEntry = ({ point, title }: SpokenActivity) => ({
  title,
  pinyin: point.pinyin,
  icon: 'document',
  group: '报表',
  detail: '活跃报表',
})

function conditionChips({ values, figures, isEither }: Meaning): string[] {
  const told = [
    // A segment's value is named by its dimension.
    ...values.map(({ dimName, label }) => (dimName === label ? label : `${dimName} ${label}`)),
    ...figures.map(({ point, other, filter }) =>
      filterText(filter, {
        dimension: () => '',
        point: (id) => (id === other?.id ? other.name : point.name),
        most: 1,
      }),
    ),
  ]
  return isEither && told.length > 1 ? [told.join(' 或 ')] : told
}

function entryOf(meaning: Meaning, vocabulary: Vocabulary, today: string): PaletteEntry {
  const { subject, word } = meaning
  const chips = chipsOf(meaning, today)
  let found: Promise<Target> | undefined
  const target = (): Promise<Target> => {
    found ??= targetOf(meaning, vocabulary).catch((error: unknown) => {
      // Retried when run.
      found = undefined
      throw error
    })
    return found
  }
  const named =
    subject.kind === 'view'
      ? {
          title: subject.view.name,
          pinyin: subject.view.pinyin,
          icon: 'document',
          group: '报表',
          detail: subject.view.folder,
        }
      : subject.kind === 'quotient'
        ? quotientEntry(subject.quotient)
        : subject.kind === 'activity'
          ? activityEntry(subject.activity)
          : {
              title: subject.point.name,
              pinyin: subject.point.pinyin,
              en: subject.point.synonyms.join(betweenNames),
              enPinyin: subject.point.synonymsPinyin,
              icon: 'numerical',
              group: '指标',
              detail: subject.point.unit,
            }
  return {
    ...named,
    id: `sentence:${subjectName(subject)}:${chips.join(' ')}`,
    answers: word,
    chips,
    resolve: async () => (await target()).path,
    preview: async (signal) => previewOf(await target(), named.title, chips, signal),
  }
}
