// Two texts side by side.
import { LineDifference } from '#features/tools/web/LineDifference.tsx'
import { Problem, TextField } from '../Fields.tsx'
import { instrumentHints } from '../names.ts'
import { useText } from '../texts.ts'

const longest = 2_000_000

export function DifferenceTool() {
  const [left, right] = [useText('difference.text'), useText('difference.other')]
  const isLong = left.length + right.length > longest
  return (
    <>
      <div className="tools-pair">
        <TextField field="difference.text" label="原来的文字" hint={instrumentHints.difference} rows={10} />
        <TextField field="difference.other" label="现在的文字" hint="现在的文字" rows={10} isFirst={false} />
      </div>
      {isLong && <Problem>两段文字一共最多 200 万字</Problem>}
      {!isLong && (left !== '' || right !== '') && <LineDifference left={left} right={right} />}
    </>
  )
}
