// Where the header is, and with it which of a sheet's tables is read.
import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { lettersOf } from '#shared/imports/letters.ts'
import type { ShownImport } from '../contract.ts'
import { readAgain } from './sending.ts'

type Head = NonNullable<ShownImport['head']>

/** Lines to choose from: heads of bills stand in line 17 or 19. Others are typed. */
const headLines = 30
const other = 'other'
const lastLine = 1_000_000
const groupedLines = 10

const lines = (count: number, rows: Head['rows']): Head[] =>
  Array.from({ length: count }, (_, at) => ({ line: at + 1, rows }))

const keyOf = ({ line, rows, column }: Head): string => `${line} ${rows} ${column ?? ''}`

function labelOf({ line, rows, column }: Head, tables: ShownImport['tables']): string {
  if (line === 0) return '没有表头'
  const from = column === undefined ? '' : `${lettersOf(column)} 列起，`
  if (rows > 1) return `${from}第 ${line} 至 ${line + rows - 1} 行`
  const table = tables.find((each) => each.line === line && each.column === column)
  return table ? `${from}第 ${line} 行：${table.title}` : `${from}第 ${line} 行`
}

export function HeadChoice({ found: { head, tables } }: { found: ShownImport }) {
  const [isOther, setOther] = useState(false)
  if (!head) return null
  const further = tables.map(
    ({ line, column }): Head => ({
      line,
      rows: 1,
      ...(column !== undefined && { column }),
    }),
  )
  const usual = [
    ...lines(headLines, 1),
    ...lines(groupedLines, 2),
    ...lines(groupedLines, 3),
    { line: 0, rows: 1 as const },
  ]
  const all = [head, ...further, ...usual]
  const choices = all.filter((each, at) => all.findIndex((one) => keyOf(one) === keyOf(each)) === at)
  return (
    <>
      <FormGroup label="表头" labelFor="imports-head">
        <HTMLSelect
          id="imports-head"
          value={isOther ? other : keyOf(head)}
          options={[
            ...choices.map((each) => ({ value: keyOf(each), label: labelOf(each, tables) })),
            { value: other, label: '其他行…' },
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget
            setOther(value === other)
            const chosen = choices.find((each) => keyOf(each) === value)
            if (chosen) void readAgain({ head: chosen })
          }}
        />
      </FormGroup>
      {isOther && <OtherLine line={head.line} />}
    </>
  )
}

/** A line further down is typed, and read with Enter. */
function OtherLine({ line }: { line: number }) {
  const [text, setText] = useState('')
  const wanted = Number(text)
  const isLine = /^\d{1,7}$/.test(text) && wanted >= 1 && wanted <= lastLine
  const read = (event: FormEvent) => {
    event.preventDefault()
    if (isLine) void readAgain({ head: { line: wanted, rows: 1 } })
  }
  return (
    <form onSubmit={read}>
      <FormGroup
        label="表头在第几行"
        labelFor="imports-head-line"
        helperText={
          text !== '' && !isLine ? `请写 1 至 ${lastLine.toLocaleString('en-US')} 的行号` : '按 Enter 读'
        }
        intent={text !== '' && !isLine ? 'danger' : 'none'}
      >
        <InputGroup
          id="imports-head-line"
          autoFocus
          inputMode="numeric"
          placeholder={String(line)}
          value={text}
          maxLength={7}
          onChange={(event) => setText(event.currentTarget.value.trim())}
        />
      </FormGroup>
    </form>
  )
}
