// The peers, used as their documentation shows: cmdk with its own filter, kbar with its own search.
import { Command } from 'cmdk'
import { KBarPositioner, KBarProvider, KBarResults, KBarSearch, useKBar, useMatches } from 'kbar'
import { useEffect, useMemo } from 'react'
import { type BenchEntry, readingWords } from './entries.ts'

export function CmdkPalette({ entries }: { entries: readonly BenchEntry[] }) {
  return (
    <Command label="cmdk" className="palette">
      <Command.Input autoFocus className="palette-input" />
      <Command.List className="peer-list">
        {entries.map(({ id, title, en, pinyin }) => (
          <Command.Item
            key={id}
            value={`${title} ${en}`}
            keywords={readingWords(pinyin)}
            className="palette-row"
          >
            {title}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}

export function KbarPalette({ entries }: { entries: readonly BenchEntry[] }) {
  const actions = useMemo(
    () =>
      entries.map(({ id, title, en, pinyin }) => ({
        id,
        name: title,
        keywords: [en, ...readingWords(pinyin)].join(','),
        perform: () => undefined,
      })),
    [entries],
  )
  return (
    <KBarProvider actions={actions} options={{ animations: { enterMs: 0, exitMs: 0 } }}>
      <KbarOpen />
      <KBarPositioner>
        <div className="palette">
          <KBarSearch className="palette-input" />
          <KbarRows />
        </div>
      </KBarPositioner>
    </KBarProvider>
  )
}

function KbarOpen() {
  const { query } = useKBar()
  useEffect(() => query.toggle(), [query])
  return null
}

function KbarRows() {
  const { results } = useMatches()
  return (
    <div className="peer-list">
      <KBarResults
        items={results}
        onRender={({ item, active }) => (
          <div className="palette-row" data-active={active}>
            {typeof item === 'string' ? item : item.name}
          </div>
        )}
      />
    </div>
  )
}
