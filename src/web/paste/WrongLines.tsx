// The invalid lines by number, with reasons: corrected in place, or skipped.
import { Button, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import type { BadLine } from './readPaste.ts'

interface Props {
  lines: readonly BadLine[]
  onMend: (line: BadLine, raw: string) => void
  onSkip: (lines: readonly BadLine[]) => void
}

/** Further lines show as the first ones are handled: nobody corrects thousands by hand. */
const mostShown = 50

export function WrongLines({ lines, onMend, onSkip }: Props) {
  const left = lines.length - mostShown
  return (
    <section className="paste-wrong" aria-label="有问题的行">
      <header>
        <b>{lines.length.toLocaleString('en-US')} 行有问题</b>
        <Button variant="minimal" size="small" text="全部略过" onClick={() => onSkip(lines)} />
      </header>
      <ol>
        {lines.slice(0, mostShown).map((line) => (
          <WrongLine key={`${line.number} ${line.raw}`} line={line} onMend={onMend} onSkip={onSkip} />
        ))}
      </ol>
      {left > 0 && <p className="paste-more">还有 {left.toLocaleString('en-US')} 行，处理完上面的再显示</p>}
    </section>
  )
}

function WrongLine({ line, onMend, onSkip }: { line: BadLine } & Pick<Props, 'onMend' | 'onSkip'>) {
  const [raw, setRaw] = useState(line.raw)
  const mend = () => raw !== line.raw && onMend(line, raw)
  return (
    <li>
      <span className="paste-number">{line.number}</span>
      <InputGroup
        fill
        size="small"
        aria-label={`第 ${line.number} 行：${line.problem}`}
        aria-invalid
        value={raw}
        onChange={(event) => setRaw(event.currentTarget.value)}
        onBlur={mend}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) mend()
        }}
      />
      <Button
        variant="minimal"
        size="small"
        text="略过"
        aria-label={`略过第 ${line.number} 行`}
        onClick={() => onSkip([line])}
      />
      <span className="paste-problem">{line.problem}</span>
    </li>
  )
}
