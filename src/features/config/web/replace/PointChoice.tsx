// Chooses a point by name, pinyin or number, with arrow keys and Enter.
import { InputGroup } from '@blueprintjs/core'
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { matchesName } from '#shared/textMatch.ts'
import '#web/expression/expression.css'
import { optionTitle, type PointEntry, pointTableName } from '../referenceData.ts'

interface Props {
  points: readonly PointEntry[]
  onPick: (id: number) => void
}

const mostShown = 50

const matching = (points: readonly PointEntry[], typed: string): PointEntry[] =>
  points.filter(
    ({ id, name, pinyin }) => matchesName(name, pinyin ?? '', typed) || String(id) === typed.trim(),
  )

export function PointChoice({ points, onPick }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const wanted = useDeferredValue(typed)
  const found = useMemo(() => matching(points, wanted), [points, wanted])
  const shown = found.slice(0, mostShown)
  const pick = () => {
    // The list may lag behind the typed text; the typed text decides.
    const chosen = (wanted === typed ? shown : matching(points, typed))[at]
    if (chosen) onPick(chosen.id)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = Math.max(0, shown.length - 1)
    if (event.key === 'ArrowDown') setAt(at < last ? at + 1 : 0)
    else if (event.key === 'ArrowUp') setAt(at > 0 ? at - 1 : last)
    else if (event.key === 'Enter') pick()
    else return
    event.preventDefault()
  }
  return (
    <>
      <InputGroup
        autoFocus
        role="combobox"
        aria-label="换成哪个指标，可用拼音"
        placeholder="名称、拼音或编号"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={shown.length > 0 ? `${id}-${at}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div id={id} role="listbox" aria-label="指标" className="config-choice" tabIndex={-1}>
        {shown.map((point, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's, which keeps the focus.
          <div
            key={point.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={index === at ? 'offer offer-active' : 'offer'}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(point.id)}
          >
            <span className="offer-title">{point.name}</span>
            <span className="offer-comment">{pointTableName(point.table_id)}</span>
            <span className="offer-detail">{optionTitle('pointTypes', point.types)}</span>
          </div>
        ))}
      </div>
      <p className="config-muted" role="status">
        {found.length === 0
          ? '没有符合的指标'
          : found.length > mostShown
            ? `共 ${found.length} 个，只显示前 ${mostShown} 个`
            : ''}
      </p>
    </>
  )
}
