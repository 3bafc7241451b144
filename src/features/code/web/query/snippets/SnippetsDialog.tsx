// The user's snippets: searched by prefix, words or pinyin, edited, deleted, exported and imported as a file.
import { Button, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { Add, Insert, Search } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { mostSnippets, snippetText } from '#shared/sql/snippet.ts'
import { foldText, matchesName } from '#shared/textMatch.ts'
import { type CallError, failureOf } from '#web/api/client.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import type { Snippet } from '#features/code/contract.ts'
import { editor } from '../editing.ts'
import { type Row, RowList } from '../side/RowList.tsx'
import { openDialog } from '../view.ts'
import { readSnippetsFile, saveSnippetsFile } from './file.ts'
import { loadSnippets, removeSnippet, type SnippetsState, takeSnippets, useSnippets } from './store.ts'

interface Props {
  /** The search text from before a form was opened. */
  find: string
  onClose: () => void
}

export function SnippetsDialog({ find: before, onClose }: Props) {
  const { status, failure, items } = useSnippets()
  const [find, setFind] = useState(before)
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => void loadSnippets(), [])
  const found = useMemo(() => items.filter((item) => isFound(item, find)), [items, find])
  const edit = (snippet: Snippet | null) =>
    openDialog({ kind: 'snippet', snippet, body: '', title: '', find })
  const put = (snippet: Snippet) => {
    onClose()
    requestAnimationFrame(() => editor()?.insertSnippet(snippet.body))
  }
  const rows = found.map((snippet): Row => rowOf(snippet, edit, put))
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    setBusy(true)
    setRefusal(null)
    try {
      await takeSnippets(await readSnippetsFile(chosen))
    } catch (error) {
      setRefusal(failureOf(error))
    }
    setBusy(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !['ArrowDown', 'Enter'].includes(event.key)) return
    event.preventDefault()
    const first = found[0]
    if (event.key === 'ArrowDown') body.current?.querySelector<HTMLElement>('[role="tree"]')?.focus()
    else if (first) edit(first)
  }
  return (
    <TitledDialog title="代码片段" className="sql-dialog snippets-dialog" onClose={onClose}>
      <DialogBody>
        <div className="snippets-body" ref={body}>
          <InputGroup
            leftIcon={<Search />}
            aria-label="查找片段"
            placeholder="前缀、说明或内容，可用拼音"
            autoFocus
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
            onKeyDown={press}
          />
          {items.length === 0 ? (
            <Nothing status={status} failure={failure} />
          ) : rows.length === 0 ? (
            <p className="side-empty">没有符合「{find}」的片段</p>
          ) : (
            <RowList label="代码片段" rows={rows} tall={false} />
          )}
          {refusal && <FailureLine what="导入失败" failure={refusal} />}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              text="导入"
              variant="minimal"
              loading={busy}
              onClick={() => file.current?.click()}
              title="从「导出」得到的 JSON 文件"
            />
            <Button
              text="导出"
              variant="minimal"
              disabled={found.length === 0}
              onClick={() => saveSnippetsFile(found)}
              title={find === '' ? '全部片段' : `找到的 ${found.length} 个`}
            />
            <Button intent="primary" icon={<Add />} text="新建片段" onClick={() => edit(null)} />
          </>
        }
      >
        <span className="snippets-count" role="status">
          {find === '' ? `${items.length} 个` : `${found.length} / ${items.length} 个`}，最多 {mostSnippets}{' '}
          个
        </span>
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,application/json"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </DialogFooter>
    </TitledDialog>
  )
}

function Nothing({ status, failure }: Pick<SnippetsState, 'status' | 'failure'>) {
  if (status === 'failed')
    return <ErrorState title="代码片段读取失败" failure={failure} onRetry={() => void loadSnippets()} />
  if (status !== 'ready') return <Skeleton lines={4} />
  return (
    <EmptyState
      title="还没有片段"
      description="常写的 SQL 存为片段后，输入前缀按 Tab 就能放入；也可以在编辑器里选中一段，右键「存为片段」"
    />
  )
}

const isFound = ({ prefix, prefixPinyin, title, pinyin, body }: Snippet, find: string): boolean =>
  matchesName(prefix, prefixPinyin, find) ||
  matchesName(title, pinyin, find) ||
  foldText(body).includes(foldText(find))

function rowOf(snippet: Snippet, edit: (snippet: Snippet) => void, put: (snippet: Snippet) => void): Row {
  const { id, prefix, title, body } = snippet
  const line = snippetText(body).replace(/\s+/g, ' ').trim()
  return {
    key: String(id),
    depth: 0,
    label: (
      <>
        <code className="snippet-prefix">{prefix}</code>
        {title}
      </>
    ),
    title: `${prefix}${title && `，${title}`}`,
    detail: <code className="snippet-line">{line.slice(0, 200)}</code>,
    onChoose: () => edit(snippet),
    peek: { title: '放到光标处', label: `把 ${prefix} 放到光标处`, run: () => put(snippet), Icon: Insert },
    remove: { title: '删除', label: `删除 ${prefix}`, run: () => void removeSnippet(snippet) },
  }
}
