// The chosen run beside the history: its whole text, outcome and actions.
import { Button } from '@blueprintjs/core'
import { DocumentOpen, Duplicate, Play, Stop } from '@blueprintjs/icons'
import { parametersText } from '#shared/sql/parameterText.ts'
import { SqlText } from '#web/editor/SqlText.tsx'
import { beginOnRows } from '#web/list/workOnRows.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import type { Run } from '#features/code/contract.ts'
import { copyRun, isAtWork, openRun, runAgain, runList, stopping } from './runList.tsx'
import { kindTexts, statusTexts } from './runTexts.ts'
import { countText, elapsedText, fullTimeText, timeText } from './texts.ts'

export function RunPreview({ run }: { run: Run }) {
  const { title, status, problem, sql } = run
  return (
    <aside className="query-preview" aria-label="预览">
      <header className="query-preview-head">
        <h2 title={title}>{title || '未命名'}</h2>
        <Button
          intent="primary"
          icon={<DocumentOpen size={14} />}
          onClick={() => openRun(run)}
          text="打开"
          endIcon={<KeyHint command="list.open" />}
        />
      </header>
      <div className="query-preview-actions">
        <CommandTip command="run.again" title="在编辑器里再运行一次">
          <Button
            variant="minimal"
            size="small"
            icon={<Play size={14} />}
            text="再次运行"
            onClick={() => runAgain(run)}
          />
        </CommandTip>
        <CommandTip command="run.copy" title="复制 SQL">
          <Button
            variant="minimal"
            size="small"
            icon={<Duplicate size={14} />}
            text="复制 SQL"
            onClick={() => copyRun(run)}
          />
        </CommandTip>
        {isAtWork(run) && (
          <CommandTip command="run.stop" title="取消这次运行">
            <Button
              variant="minimal"
              size="small"
              icon={<Stop size={14} />}
              text="取消"
              onClick={() => void beginOnRows(runList, stopping, [run])}
            />
          </CommandTip>
        )}
      </div>
      {problem && (
        <p className="run-problem" role="note">
          {problem.message}
          {problem.line !== null && `（第 ${problem.line} 行，第 ${problem.column ?? 1} 列）`}
        </p>
      )}
      <dl className="query-facts">
        <div>
          <dt>状态</dt>
          <dd>{statusTexts[status]}</dd>
        </div>
        {factsOf(run).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SqlText sql={sql} label="SQL" />
    </aside>
  )
}

function factsOf(run: Run): [string, string][] {
  const facts: [string, string][] = [
    ['类型', kindTexts[run.kind]],
    ['开始', fullTimeText(run.startedAt)],
    ['耗时', elapsedText(run.elapsedMs)],
  ]
  const given = parametersText(run.params)
  if (given !== '') facts.push(['参数', given])
  if (run.queuedMs >= 100) facts.push(['排队', elapsedText(run.queuedMs)])
  if (run.cached) facts.push(['加速', '用了已有的结果'])
  if (run.status === 'done')
    facts.push(['行数', `${countText(run.rowCount)}${run.truncated ? '（已达行数上限）' : ''}`])
  if (run.status === 'done' && run.kind !== 'export') facts.push(['结果', keptText(run)])
  if (run.file) facts.push(['文件', run.file.name])
  return facts
}

const keptText = ({ expiresAt, pinned }: Run): string =>
  expiresAt === null ? '已过期，可再次运行' : `保留到 ${timeText(expiresAt)}${pinned ? '（已固定）' : ''}`
