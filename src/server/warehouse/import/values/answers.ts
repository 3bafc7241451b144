// Questions about columns in the terminal: each choice is an option of the command, `--read '列=方式'`.
import { type ChosenKind, chosenKinds } from '#shared/imports/kinds.ts'
import { importProblem } from '../problem.ts'
import type { Ask } from './kinds.ts'

const plainWords: Partial<Record<ChosenKind, string>> = {
  VARCHAR: 'text',
  BIGINT: 'integer',
  TIMESTAMP: 'time',
}

/** PERCENT_ALL → percent-all. */
const wordOf = (kind: ChosenKind): string => plainWords[kind] ?? kind.toLowerCase().replaceAll('_', '-')

export const readWords: readonly string[] = [...chosenKinds.map(wordOf), 'year-2026', 'years-2025']

/** The reading that a word of the command names; null for none. */
export function kindOfWord(word: string): ChosenKind | null {
  const [, turning, year] = /^year(s?)-(\d{4})$/.exec(word) ?? []
  if (year) return turning ? `YEARS_${Number(year)}` : `YEAR_${Number(year)}`
  return chosenKinds.find((kind) => wordOf(kind) === word) ?? null
}

export const optionFor = (name: string, { kind, drops }: Pick<Ask['choices'][number], 'kind' | 'drops'>) =>
  `--read '${name}=${wordOf(kind)}'${drops ? ' --keep-good' : ''}`

/** An offer as a sentence that names the option. */
export const offerLine = (name: string, { text, choices }: Ask): string =>
  `列「${name}」：${text}；${choices.map((choice) => `${optionFor(name, choice)} ${choice.title}`).join('，')}`

interface OpenColumn {
  name: string
  ask: Ask | null
}

/** Throws where a column has a question without which its values would be guessed. */
export function refuseOpen(file: string, columns: readonly OpenColumn[]): void {
  const open = columns.filter(({ ask }) => ask?.must)
  if (open.length === 0) return
  throw importProblem(`${file} 有 ${open.length} 列要先说明怎么读，什么也没有改变：`, [
    ...open.flatMap(({ name, ask }) => [
      `  列「${name}」：${ask?.text}？`,
      ...(ask?.choices ?? []).map((choice) => `    ${optionFor(name, choice)}  ${choice.title}`),
    ]),
  ])
}

/** A reading that the command names for a column. */
export interface ToldReading {
  column: string
  kind: ChosenKind
}

/** The readings by column index. */
export function toldKinds(names: readonly string[], told: readonly ToldReading[]): (ChosenKind | null)[] {
  for (const { column } of told) {
    if (names.includes(column)) continue
    throw importProblem(`没有 --read 所说的列「${column}」；文件里有：${names.slice(0, 30).join('、')}`)
  }
  return names.map((name) => told.find(({ column }) => column === name)?.kind ?? null)
}
