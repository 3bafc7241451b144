// The possible meanings of a sentence, most likely first: a view or a point, filtered by values, grouped by
// dimensions.

import { tier } from '#shared/matching/match.ts'
import type { QueryDimension, QueryPoint } from '#features/statement/contract.ts'
import { activityIn, type SpokenActivity } from './activity.ts'
import { type Spoken, spokenFigures } from './figures.ts'
import { isOfPlayers, type SpokenPlayers, spokenPlayers } from './players.ts'
import { type Quotient, quotientsIn } from './quotients.ts'
import type { Found, NamedValue, NamedView, Vocabulary } from './vocabulary.ts'
import { type Reading, readWords } from './words.ts'

type Subject =
  | { kind: 'view'; view: NamedView }
  | { kind: 'point'; point: QueryPoint }
  | { kind: 'quotient'; quotient: Quotient }
  | { kind: 'activity'; activity: SpokenActivity }

export interface Meaning {
  subject: Subject
  /** The word that named the subject. */
  word: string
  values: NamedValue[]
  groups: QueryDimension[]
  /** Points in addition to the subject's own. */
  points: QueryPoint[]
  /** Conditions on figures, and whether any of all conditions is enough. */
  figures: Spoken['figures']
  isEither: boolean
  reading: Reading
  /** What it says of players over time. */
  players: Omit<SpokenPlayers, 'rest'>
  score: number
}

export type Part =
  | { kind: 'value'; value: NamedValue; rank: number }
  | { kind: 'group'; dimension: QueryDimension; rank: number }
  | { kind: 'point'; point: QueryPoint; rank: number }
  /** 上月新增: the days are those of new players, as they are in reports about players anyway. */
  | { kind: 'cohort'; rank: number }

const cohortWords = new Set(['新增', '新增用户', '新增玩家', '注册'])
const mostSubjects = 3
const mostMeanings = 6
const mostOfAKind = 3
/** A whole word or its start, because names of dimensions are short and many. */
const dimensionRank = tier.wordStart
const pointRank = tier.wordStart
/** From the start of a name. */
const beginningRank = tier.prefix
/** How much the score of a whole name is above that of its beginning. */
const namedInFull = 10 * (tier.exact - tier.prefix)
/** The score lost where the word matches a view or point one tier lower. */
const muchLess = 10

export function meaningsOf(text: string, vocabulary: Vocabulary, today: string): Meaning[] {
  const known = knownOf(vocabulary, today)
  const { rest: said, ...players } = spokenPlayers(text)
  const spoken = spokenFigures(said, vocabulary)
  const { rest, figures } = spoken
  const active = activityIn(rest, vocabulary)
  const ofActivity = active ? activityMeanings(active, spoken, vocabulary, known) : []
  if (ofActivity.length > 0 && /[/÷]/.test(active?.word ?? '')) return ofActivity
  const quotients = quotientsIn(rest, vocabulary, today)
  if (quotients) {
    const reading = readWords(quotients.rest, known, 1)
    return quotientMeanings(quotients, reading, spoken, vocabulary)
  }
  // Without another name, the figures are those of the first condition's point.
  const [first] = figures
  const texts = first ? [rest, `${first.point.name} ${rest}`] : [rest]
  const others = likeliest(
    texts.flatMap((one) => {
      const reading = readWords(one, known, first || isOfPlayers(players) ? 1 : 2)
      return reading ? namedBy(reading, { ...spoken, players }, vocabulary) : []
    }),
  )
  return [...others.filter(isNamedInFull), ...ofActivity, ...others.filter((one) => !isNamedInFull(one))]
}

/** A view or point of exactly this name is meant before a kind of report. */
const isNamedInFull = ({ subject, word }: Meaning): boolean =>
  (subject.kind === 'view' && subject.view.name.toLowerCase() === word.toLowerCase()) ||
  (subject.kind === 'point' &&
    [subject.point.name, ...subject.point.synonyms].some((name) => name.toLowerCase() === word.toLowerCase()))

function activityMeanings(
  { rest, found }: NonNullable<ReturnType<typeof activityIn>>,
  spoken: Spoken,
  vocabulary: Vocabulary,
  known: ReturnType<typeof knownOf>,
): Meaning[] {
  const reading = readWords(rest, known, 1)
  const at = reading?.names.findIndex((name) => !name.by && name.text === found.point.name) ?? -1
  if (!reading || at < 0) return []
  const subject = { kind: 'activity', activity: found } as const
  const parts = reading.names
    .filter((_, place) => place !== at)
    .map((other) => partOf(other, subject, vocabulary))
  if (parts.includes(null)) return []
  return [meaningOf(subject, found.point.name, parts as Part[], { reading, spoken }, 0, vocabulary)]
}

export const knownOf = (vocabulary: Vocabulary, today: string) => ({
  today,
  isName: (word: string) =>
    [vocabulary.views, vocabulary.points, vocabulary.values].some(
      (find) => (find(word, 1)[0]?.rank ?? 0) >= dimensionRank,
    ),
  festivalDays: vocabulary.festivalDays,
})

interface SpokenOf extends Spoken {
  players?: Meaning['players']
}

function namedBy(reading: Reading, spoken: SpokenOf, vocabulary: Vocabulary): Meaning[] {
  const { names } = reading
  const asksPlayers = isOfPlayers(spoken.players ?? {})
  const isBare =
    !asksPlayers &&
    !reading.range &&
    !reading.grain &&
    !reading.compare &&
    reading.top === undefined &&
    !reading.calculation
  // A single name is found by the lists.
  if (names.length === 1 && isBare && !names[0]?.by && spoken.figures.length === 0) return []
  return names.flatMap((name, at) => {
    if (name.by) return []
    const others = names.filter((_, place) => place !== at)
    return subjectsOf(name.text, vocabulary).flatMap(({ thing: subject, rank }) => {
      // Only reports count players over time.
      if (asksPlayers && subject.kind !== 'view') return []
      const parts = others.map((other) => partOf(other, subject, vocabulary))
      if (parts.includes(null)) return []
      const score = rank * 10 + parts.reduce((sum, part) => sum + (part?.rank ?? 0), 0) - at * 0.5
      return [meaningOf(subject, name.text, parts as Part[], { reading, spoken }, score, vocabulary)]
    })
  })
}

/** The first word of the pair marks the quotient; all others filter and group it. */
function quotientMeanings(
  { word, found }: NonNullable<ReturnType<typeof quotientsIn>>,
  reading: Reading | null,
  spoken: Spoken,
  vocabulary: Vocabulary,
): Meaning[] {
  const at = reading?.names.findIndex((name) => !name.by && name.text === word) ?? -1
  if (!reading || at < 0) return []
  const others = reading.names.filter((_, place) => place !== at)
  return found.slice(0, mostOfAKind).flatMap((quotient) => {
    const subject = { kind: 'quotient', quotient } as const
    const parts = others.map((other) => partOf(other, subject, vocabulary))
    if (parts.includes(null)) return []
    return [meaningOf(subject, word, parts as Part[], { reading, spoken }, quotient.rank, vocabulary)]
  })
}

/** Words that no name matches, where others are understood. */
export function unknownWords(text: string, vocabulary: Vocabulary, today: string): string[] {
  const { rest } = spokenFigures(spokenPlayers(text).rest, vocabulary)
  const reading = readWords(rest, { today, isName: () => false, festivalDays: vocabulary.festivalDays })
  if (!reading) return []
  const { views, points, dimensions, values } = vocabulary
  const finders = [views, points, dimensions, values]
  const unknown = reading.names.filter(({ text: word }) =>
    finders.every((find) => find(word, 1).length === 0),
  )
  const { names, ...others } = reading
  const isUnderstood = unknown.length < names.length || Object.keys(others).length > 0
  return isUnderstood ? unknown.map(({ text: word }) => word) : []
}

function subjectsOf(word: string, { views, points }: Vocabulary): Found<Subject>[] {
  return [
    ...views(word, mostSubjects).map(({ thing: view, rank }) => ({
      thing: { kind: 'view', view } as const,
      rank,
    })),
    ...points(word, mostSubjects).map(({ thing: point, rank }) => ({
      thing: { kind: 'point', point } as const,
      rank,
    })),
  ]
}

export function partOf(
  { text, by }: Reading['names'][number],
  subject: Subject,
  { values, dimensions, points }: Vocabulary,
): Part | null {
  const [dimension] = dimensions(text, 1)
  if (by) return dimension ? { kind: 'group', dimension: dimension.thing, rank: dimension.rank } : null
  const [value] = values(text, 1)
  const isWithin = value !== undefined && value.rank < beginningRank
  const [named] = subject.kind === 'point' || isWithin ? points(text, 1) : []
  const point = subject.kind === 'point' ? named : undefined
  // 充值 begins the names of figures: 元宝充值, which has it somewhere, is hardly meant.
  const isFigure = isWithin && named !== undefined && named.rank >= beginningRank
  const parts: Part[] = [
    ...(value
      ? [{ kind: 'value', value: value.thing, rank: value.rank - (isFigure ? muchLess : 0) } as const]
      : []),
    ...(dimension && dimension.rank >= dimensionRank
      ? [{ kind: 'group', dimension: dimension.thing, rank: dimension.rank - 0.5 } as const]
      : []),
    ...(point && point.rank >= pointRank
      ? [{ kind: 'point', point: point.thing, rank: point.rank - 0.75 } as const]
      : []),
  ]
  const [best] = parts.toSorted((one, other) => other.rank - one.rank)
  if (best) return best
  return subject.kind === 'view' && cohortWords.has(text) ? { kind: 'cohort', rank: 0 } : null
}

export function meaningOf(
  subject: Subject,
  word: string,
  parts: Part[],
  { reading, spoken }: { reading: Reading; spoken: SpokenOf },
  score: number,
  vocabulary: Vocabulary,
): Meaning {
  return {
    subject,
    word,
    values: parts.flatMap((part) => (part.kind === 'value' ? [part.value] : [])),
    groups: [
      ...groupedBy(parts, reading, vocabulary),
      ...parts.flatMap((part) => (part.kind === 'group' ? [part.dimension] : [])),
    ],
    points: pointsBeside(subject, parts, spoken),
    figures: spoken.figures,
    isEither: spoken.isEither,
    players: spoken.players ?? {},
    reading,
    score,
  }
}

/** Named explicitly, or by conditions: the deciding figure is shown beside the decided one. */
function pointsBeside(subject: Subject, parts: Part[], { figures }: Spoken): QueryPoint[] {
  const named = parts.flatMap((part) => (part.kind === 'point' ? [part.point] : []))
  const ofFigures = figures.flatMap(({ point, other }) => (other ? [point, other] : [point]))
  const all = subject.kind === 'point' ? [...named, ...ofFigures] : named
  const own = subject.kind === 'point' ? subject.point.id : 0
  return [...new Map(all.map((point) => [point.id, point])).values()].filter(({ id }) => id !== own)
}

/** iOS vs Android: grouped by the dimension of both values. */
function groupedBy(parts: Part[], { apart }: Reading, { dimension }: Vocabulary): QueryDimension[] {
  if (!apart) return []
  const dims = parts.flatMap((part) => (part.kind === 'value' ? [part.value.dim] : []))
  const twice = dims.find((dim, at) => dims.indexOf(dim) < at)
  const found = twice === undefined ? undefined : dimension(twice)
  return found ? [found] : []
}

/** `v1`, `p2`, `p2/p3`. */
export function subjectName(subject: Subject): string {
  if (subject.kind === 'view') return `v${subject.view.id}`
  if (subject.kind === 'point') return `p${subject.point.id}`
  if (subject.kind === 'activity') return `p${subject.activity.point.id}~${subject.activity.asked.show}`
  return `p${subject.quotient.over.id}/p${subject.quotient.under.id}`
}

const nameOf = ({ subject, values, groups, points, figures }: Meaning): string =>
  JSON.stringify([
    subjectName(subject),
    values.map(({ dim, value }) => [dim, value]),
    groups.map(({ id }) => id),
    points.map(({ id }) => id),
    figures.map(({ filter }) => filter),
  ])

/** Views before points, because a saved report says more; each kind by score. */
function likeliest(meanings: Meaning[]): Meaning[] {
  const once = [
    ...new Map(
      meanings
        .toSorted(byScore)
        .toReversed()
        .map((one) => [nameOf(one), one]),
    ).values(),
  ]
  const sorted = once.toSorted(byScore)
  const kind = (wanted: Subject['kind']) =>
    sorted.filter(({ subject }) => subject.kind === wanted).slice(0, mostOfAKind)
  const [views, points] = [kind('view'), kind('point')]
  const first = (list: Meaning[]) => list[0]?.score ?? 0
  // A point named in full comes before views matched by a prefix.
  const ordered = first(points) >= first(views) + namedInFull ? [...points, ...views] : [...views, ...points]
  return ordered.slice(0, mostMeanings)
}

const byScore = (one: Meaning, other: Meaning): number => other.score - one.score
