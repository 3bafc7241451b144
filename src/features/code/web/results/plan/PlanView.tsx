// The engine's plan as a tree: each step, its expected and actual rows, and its time.
import { Button } from '@blueprintjs/core'
import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import { copyText } from '#web/ui/copyText.ts'
import type { PlanStep } from '#features/code/contract.ts'
import { durationText } from '../texts.ts'
import {
  detailTexts,
  detailTitle,
  isMisjudged,
  type PlanLine,
  planLines,
  planText,
  stepTitle,
} from './plan.ts'
import { planWords } from './words.ts'

interface Props {
  plan: PlanStep
  elapsedMs: number
  queuedMs?: number
  /** Whether the statement ran, so that there are times and actual rows. */
  analyzed: boolean
}

export function PlanView({ plan, elapsedMs, queuedMs = 0, analyzed }: Props) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState('0')
  const tree = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => planLines(plan, folded), [plan, folded])
  const words = useMemo(() => planWords(plan), [plan])
  const longest = useMemo(
    () => Math.max(0, ...planLines(plan, new Set()).map(({ step }) => step.ms ?? 0)),
    [plan],
  )
  const at = Math.max(
    0,
    lines.findIndex(({ id }) => id === chosen),
  )
  const line = lines[at]
  const fold = (id: string, isFolded: boolean) => {
    const next = new Set(folded)
    if (isFolded) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const go = (to: PlanLine | undefined) => {
    if (!to) return
    setChosen(to.id)
    tree.current?.querySelector<HTMLElement>(`[data-step="${to.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (!line) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(lines[at + 1]),
      ArrowUp: () => go(lines[at - 1]),
      Home: () => go(lines[0]),
      End: () => go(lines.at(-1)),
      ArrowRight: () => (line.isFolded ? fold(line.id, false) : go(lines[at + 1])),
      ArrowLeft: () =>
        line.hasChildren && !line.isFolded
          ? fold(line.id, true)
          : go(lines.findLast(({ id }) => line.id.startsWith(`${id}.`))),
    }
    const act = acts[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <section className="plan" aria-label="执行计划">
      <header className="plan-head">
        <span>
          {analyzed ? '实际运行' : '估计，没有运行'}，用时 <b>{durationText(elapsedMs)}</b>
          {queuedMs >= 50 && `，排队 ${durationText(queuedMs)}`}
        </span>
        <Button
          size="small"
          variant="minimal"
          text="复制计划"
          onClick={() => void copyText(planText(plan))}
        />
      </header>
      <div className="plan-body">
        <div
          className="plan-tree"
          role="tree"
          aria-label="步骤"
          tabIndex={0}
          ref={tree}
          aria-activedescendant={line && `plan-${line.id}`}
          onKeyDown={press}
        >
          <div className="plan-line plan-titles" aria-hidden="true">
            <span className="plan-name">步骤</span>
            <span className="plan-rows">估计行数</span>
            {analyzed && <span className="plan-rows">实际行数</span>}
            {analyzed && <span className="plan-time">用时</span>}
          </div>
          {lines.map((one) => (
            <Line
              key={one.id}
              line={one}
              words={words.get(one.step) ?? ''}
              analyzed={analyzed}
              longest={longest}
              chosen={one === line}
              onChoose={() => setChosen(one.id)}
              onFold={() => fold(one.id, !one.isFolded)}
            />
          ))}
        </div>
        {line && <Details step={line.step} words={words.get(line.step) ?? ''} />}
      </div>
    </section>
  )
}

interface LineProps {
  line: PlanLine
  words: string
  analyzed: boolean
  longest: number
  chosen: boolean
  onChoose: () => void
  onFold: () => void
}

const rowsText = (rows: number | null) => (rows === null ? '–' : groupThousands(String(Math.round(rows))))

function Line({ line, words, analyzed, longest, chosen, onChoose, onFold }: LineProps) {
  const { step, depth, id, hasChildren, isFolded } = line
  const ms = step.ms ?? 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree points at the chosen step.
    <div
      id={`plan-${id}`}
      data-step={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={chosen}
      aria-expanded={hasChildren ? !isFolded : undefined}
      className={chosen ? 'plan-line plan-chosen' : 'plan-line'}
      onClick={onChoose}
    >
      <span className="plan-name" style={{ paddingLeft: depth * 16 }}>
        <button type="button" tabIndex={-1} hidden={!hasChildren} aria-label="折叠或展开" onClick={onFold}>
          {isFolded ? <ChevronRight size={14} /> : <ChevronDown size={14} />}
        </button>
        <b>{stepTitle(step.name)}</b>
        <span className="plan-detail">{words || (detailTexts(step)[0]?.[1] ?? '')}</span>
      </span>
      <span className="plan-rows">{rowsText(step.estimatedRows)}</span>
      {analyzed && (
        <span className={isMisjudged(step) ? 'plan-rows plan-misjudged' : 'plan-rows'}>
          {rowsText(step.rows)}
        </span>
      )}
      {analyzed && (
        <span className="plan-time">
          <span className="plan-bar">
            <i style={{ width: `${longest > 0 ? (ms / longest) * 100 : 0}%` }} />
          </span>
          {step.ms === null ? '–' : durationText(ms)}
        </span>
      )}
    </div>
  )
}

function Details({ step, words }: { step: PlanStep; words: string }) {
  const details = detailTexts(step)
  return (
    <aside className="plan-side" aria-label="步骤的细节">
      <h3>
        {stepTitle(step.name)} <span>{step.name}</span>
      </h3>
      {words !== '' && <p className="plan-words">{words}</p>}
      {isMisjudged(step) && <p className="plan-hint">估计与实际相差十倍以上，连接顺序可能不佳。</p>}
      {details.length === 0 && words === '' && <p className="plan-none">没有更多细节</p>}
      <dl>
        {details.map(([name, text]) => (
          <div key={name}>
            <dt>{detailTitle(name)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
