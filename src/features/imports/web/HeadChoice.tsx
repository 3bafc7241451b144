// Where the header is, and with it which of a sheet's tables is read.
import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import type { ShownImport } from '../contract.ts'
import { readAgain } from './sending.ts'

type Head = NonNullable<ShownImport['head']>

/** Lines that can be chosen: heads of bills stand in line 17 or 19. */
const headLines = 30
const groupedLines = 10

const lines = (count: number, rows: Head['rows']): Head[] =>
  Array.from({ length: count }, (_, at) => ({ line: at + 1, rows }))

const keyOf = ({ line, rows }: Head): string => `${line} ${rows}`

function labelOf({ line, rows }: Head, tables: ShownImport['tables']): string {
  if (line === 0) return '没有表头'
  if (rows > 1) return `第 ${line} 至 ${line + rows - 1} 行`
  const table = tables.find((each) => each.line === line)
  return table ? `第 ${line} 行：${table.title}` : `第 ${line} 行`
}

export function HeadChoice({ found: { head, tables } }: { found: ShownImport }) {
  if (!head) return null
  const further = tables.map(({ line }): Head => ({ line, rows: 1 }))
  const usual = [
    ...lines(headLines, 1),
    ...lines(groupedLines, 2),
    ...lines(groupedLines, 3),
    { line: 0, rows: 1 as const },
  ]
  const all = [head, ...further, ...usual]
  const choices = all.filter((each, at) => all.findIndex((one) => keyOf(one) === keyOf(each)) === at)
  return (
    <FormGroup label="表头" labelFor="imports-head">
      <HTMLSelect
        id="imports-head"
        value={keyOf(head)}
        options={choices.map((each) => ({ value: keyOf(each), label: labelOf(each, tables) }))}
        onChange={(event) => {
          const chosen = choices.find((each) => keyOf(each) === event.currentTarget.value)
          if (chosen) void readAgain({ head: chosen })
        }}
      />
    </FormGroup>
  )
}
