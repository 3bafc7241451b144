// Totals that stand among the rows of their group: found by what the other columns say.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import type { Candidate } from './arithmetic.ts'
import { type ColumnUse, numberOf } from './figures.ts'
import { folded, type WordRow } from './words.ts'

interface Place {
  from: string
  /** Columns that say what a row is about. */
  labels: readonly number[]
}

interface Figures {
  /** Columns of numbers. */
  numbers: readonly number[]
  uses: readonly ColumnUse[]
}

/** Words that are asked about. */
const mostWords = 50
const fewestRight = 0.9

/** The candidates with a word that in nearly every group is the sum of the group's other rows. */
export async function rollups(
  connection: DuckDBConnection,
  { from, labels, numbers, uses }: Place & Figures,
  candidates: readonly Candidate[],
  except: readonly number[],
): Promise<Candidate[]> {
  if (numbers.length === 0) return []
  const words = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    if (!candidate.row) continue
    const key = `${candidate.row.at} ${candidate.row.text}`
    words.set(key, [...(words.get(key) ?? []), candidate])
  }
  const borne: Candidate[] = []
  for (const same of [...words.values()].slice(0, mostWords)) {
    const at = same[0]?.row?.at ?? 0
    const others = labels.filter((label) => label !== at)
    if (others.length > 0 && (await isRollup(connection, { from, others, numbers, uses }, same, except)))
      borne.push(...same)
  }
  return borne
}

async function isRollup(
  connection: DuckDBConnection,
  { from, others, numbers, uses }: Figures & { from: string; others: readonly number[] },
  candidates: readonly Candidate[],
  except: readonly number[],
): Promise<boolean> {
  const own = `line IN (SELECT unnest([${candidates.map(({ line }) => line).join(', ')}]))`
  const left = `line IN (SELECT unnest([${except.join(', ')}]))`
  const checks = numbers.map((at) => {
    const value = numberOf(uses, at)
    const [total, sum] = [`sum(${value}) FILTER (${own})`, `sum(${value}) FILTER (NOT ${left})`]
    return `CASE WHEN ${total} <> 0 THEN (abs(${total} - ${sum}) <= 1e-9 * abs(${total}))::INTEGER END`
  })
  const list = (what: string) => `[${checks.map((_, at) => `${what}${at}`).join(', ')}]`
  const reader = await connection.runAndReadAll(
    `SELECT count(*), count(*) FILTER (same >= compared * 0.5 AND same > 0), max(details) FILTER (same >= compared * 0.5 AND same > 0)
     FROM (SELECT details, list_sum(${list('x')})::INTEGER AS same, list_count(${list('x')}) AS compared
       FROM (SELECT count(*) FILTER (NOT ${left}) AS details, count(*) FILTER (${own}) AS totals,
         ${checks.map((check, at) => `${check} AS x${at}`).join(', ')}
         FROM ${from} GROUP BY ${others.map((at) => `c${at}`).join(', ')}) WHERE totals > 0)`,
  )
  const [groups = 0, right = 0, details = 0] = (reader.getRows()[0] ?? []).map((value) => Number(value ?? 0))
  return groups > 0 && right >= groups * fewestRight && details > 1
}

/** The groups that the words name and that the table has. */
export async function namedGroups(
  connection: DuckDBConnection,
  { from, labels }: Place,
  words: readonly WordRow[],
): Promise<Set<string>> {
  const asked = [...new Set(words.flatMap(({ word: { of } }) => (of ? [of] : [])))].slice(0, 2000)
  const found = new Set<string>()
  if (asked.length === 0 || labels.length === 0) return found
  const list = asked.map((text) => quoteText(text)).join(', ')
  const groups = labels.map(
    (at) => `SELECT DISTINCT c${at} FROM ${from} WHERE lower(trim(c${at})) IN (${list})
      OR lower(replace(nfc_normalize(trim(c${at})), ' ', '')) IN (${list})`,
  )
  const reader = await connection.runAndReadAll(groups.join(' UNION '))
  for (const [text] of reader.getRows()) found.add(folded(String(text)))
  return found
}
