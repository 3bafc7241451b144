// Total counts by level or status, for all bars or for the hovered one.
import { Button } from '@blueprintjs/core'
import { ChevronDown, ChevronUp, ZoomIn, ZoomOut } from '@blueprintjs/icons'
import { useState } from 'react'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { narrowRange, setRange, widenRange } from '../actions.ts'
import { tellApartAgain } from '../reading/search.ts'
import { addSeries } from '../series.ts'
import { useLogs } from '../store.ts'
import { grouped } from '../words.ts'
import { barWords } from './bars.ts'
import { Histogram } from './Histogram.tsx'

export function CountsBar() {
  const counts = useLogs(({ searched }) => searched?.counts ?? null)
  const folded = useLogs((state) => state.barsFolded)
  const failure = useLogs((state) => state.apartFailure)
  const [at, setAt] = useState<number | null>(null)
  if (!counts) return null
  return (
    <section className="log-counts" aria-label="各时段的条数">
      <div className="log-counts-head">
        {at === null ? (
          <ul className="log-legend">
            {counts.series.map(({ key, title, tone, total }) => (
              <li key={key}>
                <button
                  type="button"
                  className="log-legend-item"
                  disabled={isWhole(key)}
                  title={isWhole(key) ? undefined : `只看${title}`}
                  onClick={() => addSeries(key)}
                >
                  <i className={`log-dot log-back-${tone}`} />
                  {title} <b>{grouped(total)}</b>
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <span className="log-counts-at">{barWords(counts, at)}</span>
        )}
        <span className="log-counts-tools">
          <CommandTip command="logs.narrow" title="收窄时间">
            <Button
              variant="minimal"
              size="small"
              icon={<ZoomIn size={14} />}
              aria-label="收窄时间"
              onClick={narrowRange}
            />
          </CommandTip>
          <CommandTip command="logs.widen" title="放宽时间">
            <Button
              variant="minimal"
              size="small"
              icon={<ZoomOut size={14} />}
              aria-label="放宽时间"
              onClick={widenRange}
            />
          </CommandTip>
          <Button
            variant="minimal"
            size="small"
            icon={folded ? <ChevronDown size={14} /> : <ChevronUp size={14} />}
            aria-label={folded ? '展开各时段的条数' : '收起各时段的条数'}
            aria-expanded={!folded}
            onClick={() => useLogs.setState({ barsFolded: !folded })}
          />
        </span>
      </div>
      {failure && <FailureLine what="按级别或状态统计失败" failure={failure} onRetry={tellApartAgain} />}
      {!folded && <Histogram counts={counts} at={at} onAt={setAt} onZoom={setRange} />}
    </section>
  )
}

/** All lines, or those without a level: no condition expresses this. */
const isWhole = (key: string): boolean => key === 'all' || key === 'other'
