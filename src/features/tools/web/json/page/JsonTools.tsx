// The bars above and below the tree: actions, search, path, and facts about the text.
import { Button, InputGroup, MenuItem } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Filter, Search } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { CommandId } from '#commands/index.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { MoreButton } from '#web/ui/menus/MoreButton.tsx'
import { mostResults } from '../engine/path.ts'
import { openFile, RepairList } from './JsonStart.tsx'
import { filterBy, searchFor, stepMatch, useJson } from './store.ts'
import { countText, sizeText } from './words.ts'

const buttons: readonly [CommandId, string][] = [
  ['json.compare', '对比'],
  ['json.table', '表格'],
  ['json.clear', '换一个'],
]
const inMenu: readonly [CommandId, string][] = [
  ['json.expandAll', '展开此项的全部'],
  ['json.openTwo', '全部展开两层'],
  ['json.collapseAll', '全部收起'],
  ['json.copyPath', '复制路径'],
  ['json.copyScript', '复制 JS 路径'],
  ['json.copyValue', '复制值'],
  ['json.copyKey', '复制键'],
  ['json.sortKeys', '键按字母排序'],
  ['json.format', '复制格式化的全文'],
  ['json.minify', '复制压缩的全文'],
  ['json.download', '下载格式化的全文'],
]

export function JsonActions() {
  const { status, view } = useJson()
  if (status !== 'open')
    return (
      <div className="tools-actions">
        <CommandTip command="json.open" title="打开文件">
          <Button variant="minimal" text="打开文件" onClick={openFile} />
        </CommandTip>
      </div>
    )
  return (
    <div className="tools-actions">
      {buttons.map(([command, title]) => (
        <CommandTip key={command} command={command} title={title}>
          <Button
            variant="minimal"
            text={title}
            active={command === `json.${view}`}
            onClick={() => runCommand(command)}
          />
        </CommandTip>
      ))}
      <MoreButton size="small">
        {inMenu.map(([command, title]) => (
          <MenuItem
            key={command}
            text={title}
            labelElement={<KeyHint command={command} />}
            onClick={() => runCommand(command)}
          />
        ))}
      </MoreButton>
    </div>
  )
}

const restMs = 200

export function JsonTools() {
  const { search, filter, filterError } = useJson()
  const [typed, setTyped] = useState(search?.typed ?? '')
  const [path, setPath] = useState(filter?.path ?? '')
  useEffect(() => {
    if (typed === (useJson.getState().search?.typed ?? '')) return
    const timer = setTimeout(() => void searchFor(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const step = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return
    event.preventDefault()
    if (typed !== useJson.getState().search?.typed) void searchFor(typed)
    else void stepMatch(event.shiftKey ? -1 : 1)
  }
  return (
    <div className="json-tools">
      <div className="json-search">
        <InputGroup
          id="json-search"
          type="search"
          leftIcon={<Search size={14} />}
          placeholder="搜索键和值，Enter 下一个"
          aria-label="搜索键和值"
          value={typed}
          onValueChange={setTyped}
          onKeyDown={step}
        />
        <span className="json-matches" role="status">
          {search &&
            (search.count === 0 ? '没有匹配' : `${countText(search.place + 1)} / ${countText(search.count)}`)}
        </span>
        <CommandTip command="json.previous" title="上一个">
          <Button
            variant="minimal"
            icon={<ArrowUp size={14} />}
            aria-label="上一个匹配"
            onClick={() => void stepMatch(-1)}
          />
        </CommandTip>
        <CommandTip command="json.next" title="下一个">
          <Button
            variant="minimal"
            icon={<ArrowDown size={14} />}
            aria-label="下一个匹配"
            onClick={() => void stepMatch(1)}
          />
        </CommandTip>
      </div>
      <div className="json-path">
        <InputGroup
          id="json-path"
          leftIcon={<Filter size={14} />}
          placeholder="路径，如 $.list[*].id、..name、$.list[?(@.age > 18)]"
          aria-label="按路径筛选"
          intent={filterError ? 'danger' : 'none'}
          value={path}
          onValueChange={(text) => {
            setPath(text)
            if (text === '') void filterBy('')
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) void filterBy(path)
          }}
        />
        <span className={filterError ? 'json-path-error' : 'json-matches'} role="status">
          {filterError ??
            (filter &&
              `${countText(filter.count)} 个${filter.count > mostResults ? `，只列前 ${countText(filter.shown)} 个` : ''}`)}
        </span>
      </div>
    </div>
  )
}

export function JsonStatus() {
  const { name, opened, total, repairs, failure } = useJson()
  if (!opened) return null
  const { size, encoding, hasMark, isBroken, roots, deepest } = opened
  const facts = [
    name,
    sizeText(size),
    roots > 1 ? `${countText(roots)} 行，每行一个 JSON` : '',
    `${countText(deepest)} 层`,
    `已展开 ${countText(total)} 行`,
    encoding && encoding !== 'UTF-8' ? `按 ${encoding} 读取` : '',
    hasMark ? '去掉了开头的 BOM' : '',
    isBroken ? '有些字节不是 UTF-8，显示为 �' : '',
  ].filter(Boolean)
  return (
    <div className="json-status" role="status">
      {failure && <span className="json-path-error">{failure}</span>}
      <span>{facts.join('　')}</span>
      {repairs && (
        <details className="json-repaired">
          <summary>已修复 {repairs.reduce((sum, { times }) => sum + times, 0)} 处</summary>
          <RepairList repairs={repairs} />
        </details>
      )}
      <span className="json-private">只在此浏览器里处理，不会上传</span>
    </div>
  )
}
