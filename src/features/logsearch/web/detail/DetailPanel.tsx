// The chosen line: its fields with their actions, its JSON, and its text.
import { Button } from '@blueprintjs/core'
import { Cross, Duplicate, Layers, Link as LinkIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { SideDrawer } from '#web/ui/side/SideDrawer.tsx'
import { TabList } from '#web/ui/TabList.tsx'
import { zoneMark } from '#web/ui/timeText.ts'
import { useNarrow } from '#web/ui/useNarrow.ts'
import { closeDetail } from '../actions.ts'
import { requestOf } from '../lines/line.ts'
import type { ShownLine } from '../reading/question.ts'
import { storeOf, useLogs } from '../store.ts'
import { momentText } from '../time/moments.ts'
import { toneOf, toneTitle } from '../tones.ts'
import { FieldRows } from './FieldRows.tsx'
import { JsonPane } from './JsonPane.tsx'
import { TextPane } from './TextPane.tsx'
import { useWhole } from './whole.ts'

type Tab = 'fields' | 'json' | 'text'

/** In pixels: on narrower pages the details cover the lines. */
const narrowestPage = 1_100

export function DetailPanel() {
  const line = useLogs((state) => state.front)
  const narrow = useNarrow(narrowestPage)
  if (!line) return null
  if (narrow) {
    return (
      <SideDrawer title="日志详情" side="right" width={480} onClose={closeDetail}>
        <Detail key={line.id} line={line} />
      </SideDrawer>
    )
  }
  return (
    <aside className="log-detail" aria-label="日志详情">
      <Detail key={line.id} line={line} closing />
    </aside>
  )
}

let lastTab: Tab = 'fields'

function Detail({ line, closing = false }: { line: ShownLine; closing?: boolean }) {
  const whole = useWhole(line)
  const { entrance } = useLogs(({ address }) => address)
  const store = useLogs((state) => storeOf(state, entrance, line.store))
  const [tab, setTab] = useState<Tab>(lastTab)
  const [before, setBefore] = useState(lastTab)
  if (before !== tab) {
    lastTab = tab
    setBefore(tab)
  }
  return (
    <div className="log-detail-content">
      <div className="log-detail-head">
        <div className="log-detail-title">
          {line.level && <b className={`log-text-${toneOf(line.level)}`}>{toneTitle(line.level)}</b>}
          <span>{line.time ? `${momentText(Date.parse(line.time))}${zoneMark(line.time)}` : '没有时间'}</span>
          {!line.ownTime && line.time && <span className="log-muted">（前一行的时间）</span>}
        </div>
        <div className="log-detail-place" title={line.file}>
          {store?.title ?? line.store}，{line.file}
        </div>
        <div className="log-detail-tools">
          <CommandTip command="logs.copy" title="复制这条日志">
            <Button
              size="small"
              icon={<Duplicate size={12} />}
              text="复制"
              onClick={() => runCommand('logs.copy')}
            />
          </CommandTip>
          <CommandTip command="logs.copyLink" title="复制链接">
            <Button
              size="small"
              icon={<LinkIcon size={12} />}
              text="链接"
              onClick={() => runCommand('logs.copyLink')}
            />
          </CommandTip>
          <CommandTip command="logs.around" title="同一文件里前后的日志">
            <Button
              size="small"
              icon={<Layers size={12} />}
              text="上下文"
              onClick={() => runCommand('logs.around')}
            />
          </CommandTip>
          {requestOf(line) !== null && (
            <>
              <CommandTip command="logs.request" title="此请求在各日志库里的日志">
                <Button size="small" text="同一请求" onClick={() => runCommand('logs.request')} />
              </CommandTip>
              <CommandTip command="logs.copyRequest" title="复制请求编号">
                <Button size="small" text="复制请求编号" onClick={() => runCommand('logs.copyRequest')} />
              </CommandTip>
            </>
          )}
        </div>
        {closing && (
          <Button
            className="log-detail-close"
            variant="minimal"
            size="small"
            icon={<Cross size={14} />}
            aria-label="关闭详情"
            title="关闭详情（Esc）"
            onClick={closeDetail}
          />
        )}
      </div>
      <div className="line-tabs log-detail-tabs">
        <TabList
          label="详情的样式"
          tabs={[
            { id: 'fields', title: `字段 ${line.fields.length}` },
            { id: 'json', title: 'JSON' },
            { id: 'text', title: '原文' },
          ]}
          selected={tab}
          onSelect={setTab}
        />
      </div>
      <section className="log-detail-body" tabIndex={tab === 'fields' ? undefined : 0} aria-label="详情">
        {tab === 'fields' && <FieldRows line={line} />}
        {tab === 'json' && <JsonPane line={line} whole={whole} />}
        {tab === 'text' && <TextPane line={line} whole={whole} />}
      </section>
    </div>
  )
}
