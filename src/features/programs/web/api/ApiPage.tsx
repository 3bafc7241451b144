// /programs/api: the API's document, to read and to try with the reader's session or with a token.
import { AnchorButton, InputGroup } from '@blueprintjs/core'
import { Download, Key, Search } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { type CallError, callRaw, failureOf, quiet } from '#web/api/client.ts'
import { useDark } from '#web/chart/useDark.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { queryOf } from '#web/shell/longAddress.ts'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { openApi } from '#features/programs/contract.ts'
import { matchesOperation, operationsOf } from './matching.ts'
import { showDocument } from './swagger.ts'

export function Page() {
  const typed = queryOf(useSearch()).get('q') ?? ''
  const { document, failure, read } = useDocument()
  return (
    <section className="api-page" aria-labelledby="api-title">
      <header className="api-head">
        <h1 id="api-title">接口文档</h1>
        <ApiSearch typed={typed} />
        <AnchorButton
          variant="minimal"
          icon={<Download size={14} />}
          text="下载 OpenAPI 文件"
          href={openApi.path}
          download="open_api.json"
        />
        <Link href={pages.tokens()} className="api-tokens">
          <Key size={14} />
          访问令牌
        </Link>
      </header>
      <p className="api-note">
        「试一试」以你的登录发送，和在页面上操作一样真的执行；点「填入令牌」后改用令牌发送。令牌只留在此页面里，离开就忘记。
      </p>
      {failure && <ErrorState title="接口文档读取失败" failure={failure} onRetry={read} />}
      {!failure && !document && <Skeleton />}
      {document && <Shown document={document} typed={typed} />}
    </section>
  )
}

function useDocument() {
  const [document, setDocument] = useState<object | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads again.
  useEffect(() => {
    const leaving = new AbortController()
    callRaw(openApi, {}, { ...quiet, signal: leaving.signal }).then(setDocument, (error) => {
      if (!leaving.signal.aborted) setFailure(failureOf(error))
    })
    return () => leaving.abort()
  }, [tries])
  const read = () => {
    setFailure(null)
    setTries(tries + 1)
  }
  return { document, failure, read }
}

const search = (text: string) => navigate(pages.programsApi({ q: text || null }), { replace: true })

function ApiSearch({ typed }: { typed: string }) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (typed === '') event.currentTarget.blur()
    else search('')
  }
  return (
    <InputGroup
      id="api-search"
      className="api-search"
      type="search"
      leftIcon={<Search size={14} />}
      placeholder="标题、名称或路径"
      aria-label="查找接口"
      value={typed}
      rightElement={typed === '' ? <KeyHint command="programs.searchApi" /> : undefined}
      onValueChange={search}
      onKeyDown={onKeyDown}
    />
  )
}

function Shown({ document, typed }: { document: object; typed: string }) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef<ReturnType<typeof showDocument> | null>(null)
  const isDark = useDark()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later text is handed on below.
  useEffect(() => {
    shown.current = showDocument(place.current as Element, document, typed)
    return () => shown.current?.leave()
  }, [document])
  useEffect(() => {
    shown.current?.filter(typed)
  }, [typed])
  useEffect(() => {
    window.document.documentElement.classList.toggle('dark-mode', isDark)
    return () => window.document.documentElement.classList.remove('dark-mode')
  }, [isDark])
  return (
    <>
      <p className="api-count" role="status">
        {countText(document, typed)}
      </p>
      <h2 className="visually-hidden">全部接口</h2>
      <div ref={place} className="api-document" />
    </>
  )
}

function countText(document: object, typed: string): string {
  const all = operationsOf(document)
  const found = all.filter((one) => matchesOperation(one, typed)).length
  if (typed.trim() === '') return `${all.length} 个接口`
  return found === 0 ? '没有符合的接口，换个词试试' : `找到 ${found} 个，共 ${all.length} 个接口`
}
