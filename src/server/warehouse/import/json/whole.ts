// Stages the table within one JSON value, or says why there is none.
import { extname } from 'node:path'
import { importProblem } from '../problem.ts'
import { objectFields } from './fields.ts'
import { RowTaker, spokenKind } from './rows.ts'
import { JsonFault, JsonScanner, placeOf, stringOf } from './scanner.ts'
import type { FieldStage } from './stage.ts'
import { stageTurned } from './turned.ts'
import { type Found, type FoundArray, findTable } from './within.ts'

/** Staged rows are flushed so often. */
const batch = 1000

/** Returns what is said of where the rows come from. */
export async function stageWhole(name: string, text: string, stage: FieldStage): Promise<string[]> {
  const found = foundIn(name, text)
  const { table, kind, start } = found
  if (table === null) {
    // Lines of objects may be no more than one.
    const isLine = kind === 'object' && /^\.(ndjson|jsonl)$/i.test(extname(name))
    const turned = isLine ? null : stageTurned(text, found, stage)
    if (turned) return turned
    if (!isLine) throw importProblem(`${name} ${withoutTable(found)}`)
    new RowTaker(stage).take(1, new JsonScanner(text, start))
    return []
  }
  const names = found.head && namesIn(text, found.head)
  const rows = new RowTaker(stage, table.objects > 0 ? '{' : '[', names)
  const scanner = new JsonScanner(text, table.start)
  let at = 0
  for (const _ of scanner.elements()) {
    at += 1
    rows.take(at, scanner)
    if (at % batch === 0) await stage.drain()
  }
  return [...notesOf(found, table), ...rows.notes]
}

function foundIn(name: string, text: string): Found {
  try {
    return findTable(new JsonScanner(text))
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    throw importProblem(`${name} ${error.isDeep ? '无法读取' : '不是有效的 JSON'}：${placeOf(text, error)}`)
  }
}

/** Names of columns: texts, or objects with a name. */
function namesIn(text: string, { start }: FoundArray): string[] {
  const names: string[] = []
  const scanner = new JsonScanner(text, start)
  for (const _ of scanner.elements()) {
    if (scanner.next() === '{') {
      const field = objectFields(scanner).find(({ name }) => /^(?:name|title|label|key|field)$/i.test(name))
      names.push(field?.text ?? '')
    } else {
      const from = scanner.at
      names.push(
        scanner.pass() === 'string' ? stringOf(text.slice(from, scanner.at)) : text.slice(from, scanner.at),
      )
    }
  }
  return names
}

function withoutTable({ kind, useless }: Found): string {
  const rule = '各行要写成对象（如 [{"渠道": "官网", "人数": 3}]），或第一行为列名的数组'
  if (kind !== 'object' && kind !== 'array') return `里只有一个${spokenKind(kind)}，不是表格；${rule}`
  const [largest] = useless.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  if (!largest) return `里只有一个对象，其中没有对象的数组，不是表格；${rule}`
  const array = largest.path === '' ? '数组' : `数组「${largest.path}」`
  if (lengthOf(largest) === 0) return `里的${array}是空的，没有数据`
  if (largest.arrays === 1) return `里的${array}只有一行，没有数据`
  return `里的${array}是 ${lengthOf(largest)} 个单个的值，没有列，不是表格；${rule}`
}

const lengthOf = ({ objects, arrays, others }: FoundArray): number => objects + arrays + others

function notesOf({ head, others, beside }: Found, { path }: FoundArray): string[] {
  if (path === '') return []
  const left = [
    ...others.map((other) => `数组「${other.path}」（${lengthOf(other)} 行）`),
    ...beside
      .filter((key) => ![...others, ...(head ? [head] : [])].some(({ path: other }) => isWithin(other, key)))
      .map((key) => `「${key}」`),
  ]
  const most = 8
  const more = left.length > most ? `等 ${left.length} 项` : ''
  const rest = left.length > 0 ? `；没有导入${left.slice(0, most).join('、')}${more}` : ''
  const named = head ? `，列名取自「${head.path}」` : ''
  return [`数据取自其中的数组「${path}」${others.length > 0 ? '（最大的一个）' : ''}${named}${rest}`]
}

const isWithin = (path: string, key: string): boolean => path === key || path.startsWith(`${key}.`)
