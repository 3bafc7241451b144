// Narrows an embedded report to some values of one of its dimensions.
import { useMemo, useRef, useState } from 'react'
import type { ReportFilter } from '#semantic/model/types.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import { EmbedDrop } from './EmbedDrop.tsx'
import { namesOf, offeredValues, type Value } from './offered.ts'
import type { EmbedFigures } from './useEmbed.ts'

const mostValues = 300

interface Props {
  column: ReportTableColumn
  offered: EmbedFigures
  filter: ReportFilter | undefined
  onChange: (values: Value[]) => void
}

export function EmbedValues({ column, offered, filter, onChange }: Props) {
  const [like, setLike] = useState('')
  const drop = useRef<HTMLDetailsElement>(null)
  const nameOf = useMemo(() => namesOf(offered, column), [offered, column])
  const values = useMemo(
    () => [...new Set([...(filter?.values ?? []), ...offeredValues(offered, column)])],
    [offered, column, filter],
  )
  const chosen = new Set(filter?.values ?? [])
  const words = like.trim().toLowerCase()
  const shown = values.filter((value) => nameOf(value).toLowerCase().includes(words)).slice(0, mostValues)
  const toggle = (value: Value) => {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    onChange([...next])
  }
  const text =
    chosen.size === 0
      ? '全部'
      : `${[...chosen].slice(0, 2).map(nameOf).join('、')}${chosen.size > 2 ? ` +${chosen.size - 2}` : ''}`
  return (
    <EmbedDrop
      drop={drop}
      summary={
        <>
          <span>{column.title}</span> {text}
        </>
      }
    >
      {values.length > 10 && (
        <input
          type="search"
          placeholder="查找"
          aria-label={`查找${column.title}`}
          value={like}
          onChange={(event) => setLike(event.currentTarget.value)}
        />
      )}
      {shown.map((value) => (
        <label key={String(value)}>
          <input type="checkbox" checked={chosen.has(value)} onChange={() => toggle(value)} />
          <span>{nameOf(value)}</span>
        </label>
      ))}
      {shown.length === 0 && <p>没有匹配的值</p>}
    </EmbedDrop>
  )
}
