// Shows a number in other bases, with thousands separators, and as Chinese money words.
import { Problem, type Result, Results, TextField } from '../Fields.tsx'
import { instrumentHints } from '../names.ts'
import { useText } from '../texts.ts'
import { inBase, moneyWords, type ReadNumber, readNumber, roundWords, thousands } from './numbers.ts'

export function NumberTool() {
  const text = useText('number.text')
  const read = text.trim() === '' ? null : readNumber(text)
  return (
    <>
      <TextField
        field="number.text"
        label="数字"
        hint={instrumentHints.number}
        rows={1}
        isWrong={typeof read === 'string'}
      />
      {typeof read === 'string' && <Problem>{read}</Problem>}
      {read !== null && typeof read !== 'string' && <Results results={resultsOf(read)} />}
    </>
  )
}

function resultsOf(read: ReadNumber): Result[] {
  const money = moneyWords(read)
  const round = roundWords(read)
  const isWhole = read.part === ''
  return [
    { label: '千分位', value: thousands(read) },
    ...(round ? [{ label: '万、亿', value: round }] : []),
    ...(money ? [{ label: '金额大写', value: money }] : []),
    { label: '数字', value: thousands(read).replaceAll(',', '') },
    ...(isWhole
      ? [
          { label: '十六进制', value: `0x${inBase(read, 16).toUpperCase()}`.replace('0x-', '-0x') },
          { label: '八进制', value: inBase(read, 8) },
          { label: '二进制', value: inBase(read, 2) },
          { label: '三十六进制', value: inBase(read, 36) },
        ]
      : []),
  ]
}
