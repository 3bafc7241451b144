// Tables that are no array of rows: `{ "日期": [...], "流水": [...] }`, an array for each column, and
// `{ "2026-03-01": { "dau": 1 }, … }`, an object for each row under its key.
import { cellText, type JsonField, type Member, membersOf, objectFields } from './fields.ts'
import { JsonScanner } from './scanner.ts'
import type { FieldStage } from './stage.ts'
import type { Found, FoundArray } from './within.ts'

/** Stages such a table and returns what is said of it; null where there is none. */
export function stageTurned(
  text: string,
  { start, kind, useless }: Found,
  stage: FieldStage,
): string[] | null {
  const columns = columnsOf(useless)
  if (columns) return stageColumns(text, columns, stage)
  const map = kind === 'object' ? mapIn(text, start, []) : null
  if (!map) return null
  const where = map.path.length > 0 ? `「${map.path.join('.')}」的` : ''
  if (!isNumbered(text, map.members)) {
    const name = map.members.every(({ key }) => /^\d{4}[-/.年]?\d{1,2}/.test(key)) ? '日期' : '名称'
    stage.declare(keyId, name)
    for (const [at, member] of map.members.entries()) {
      const fields = objectFields(new JsonScanner(text, member.start))
      stage.take(at + 1, [{ id: keyId, name, kind: 'string', text: member.key }, ...fields])
    }
    return [`${where}每一项作一行，它的键存入列「${name}」`]
  }
  const list = map.members.map(({ key, start: at }) => ({
    name: key,
    cells: membersOf(new JsonScanner(text, at)),
  }))
  takeCells(text, list, stage)
  return [`${where}每一项作一列`]
}

const keyId = '\0key'
const fewestColumns = 2

/** Arrays of single values of one length, side by side. */
function columnsOf(arrays: readonly FoundArray[]): FoundArray[] | null {
  const plain = arrays.filter(({ objects, arrays: lists, others }) => objects + lists === 0 && others > 0)
  const beside = [...Map.groupBy(plain, ({ path }) => path.slice(0, path.lastIndexOf('.') + 1)).values()]
  const even = beside.filter(
    (list) => list.length >= fewestColumns && list.every(({ others }) => others === list[0]?.others),
  )
  return even.toSorted((one, other) => other.length - one.length)[0] ?? null
}

function stageColumns(text: string, columns: readonly FoundArray[], stage: FieldStage): string[] {
  const list = columns.map(({ path, start }) => {
    const cells: Member[] = []
    const scanner = new JsonScanner(text, start)
    for (const _ of scanner.elements()) {
      scanner.next()
      const from = scanner.at
      cells.push({ key: '', kind: scanner.pass(), start: from, end: scanner.at })
    }
    return { name: path.slice(path.lastIndexOf('.') + 1), cells }
  })
  takeCells(text, list, stage)
  return ['每个数组作一列']
}

function takeCells(
  text: string,
  columns: readonly { name: string; cells: readonly Member[] }[],
  stage: FieldStage,
): void {
  for (const { name } of columns) stage.declare(name, name)
  for (let row = 0; row < (columns[0]?.cells.length ?? 0); row += 1) {
    const fields = columns.flatMap(({ name, cells }): JsonField[] => {
      const cell = cells[row]
      if (!cell) return []
      return [
        { id: name, name, kind: cell.kind, text: cellText(cell.kind, text.slice(cell.start, cell.end)) },
      ]
    })
    stage.take(row + 1, fields)
  }
}

interface FoundMap {
  path: string[]
  members: Member[]
}

const deepest = 4

/** The object of which all members are objects with the same fields; wrappers may stand around it. */
function mapIn(text: string, start: number, path: string[]): FoundMap | null {
  const members = membersOf(new JsonScanner(text, start))
  const objects = members.filter(({ kind }) => kind === 'object')
  if (objects.length === members.length && areAlike(text, objects)) return { path, members }
  if (path.length >= deepest) return null
  const within = objects.flatMap((member) => mapIn(text, member.start, [...path, member.key]) ?? [])
  return within.toSorted((one, other) => other.members.length - one.members.length)[0] ?? null
}

function areAlike(text: string, members: readonly Member[]): boolean {
  if (members.length < fewestColumns) return false
  const [first = [], ...rest] = members.map(({ start }) => membersOf(new JsonScanner(text, start)))
  const isPlain = first.length > 0 && first.some(({ kind }) => kind !== 'object' && kind !== 'array')
  const keys = new Set(first.map(({ key }) => key))
  const shares = (list: readonly Member[]) => list.filter(({ key }) => keys.has(key)).length
  return (
    isPlain && rest.every((list) => list.length > 0 && shares(list) * 2 >= Math.max(list.length, keys.size))
  )
}

/** { "日期": { "0": …, "1": … } }: numbers of rows instead of names. */
const isNumbered = (text: string, members: readonly Member[]): boolean =>
  members.every(({ start }) =>
    membersOf(new JsonScanner(text, start)).every(({ key }, at) => key === String(at)),
  )
