// Tests a regular expression on a text, in a worker that is terminated after two seconds, because some
// expressions never end.
import { useEffect, useRef, useState } from 'react'
import { emptyText } from '#shared/nothing.ts'
import { ToolsWorker } from '#features/tools/web/worker/client.ts'
import { ToldError } from '#features/tools/web/worker/protocol.ts'
import { Choice, Options, Problem, Results, TextField } from '../Fields.tsx'
import { instrumentHints } from '../names.ts'
import { useText } from '../texts.ts'
import type { Matched } from './matching.ts'

const flags = [
  ['g', '区分大小写'],
  ['gi', '不区分大小写'],
  ['gm', '多行：^ $ 到每行'],
  ['gim', '多行，不区分大小写'],
  ['gs', '. 包括换行'],
  ['gu', 'Unicode'],
] as const
const mostMs = 2_000
const restMs = 120
const mostShown = 100

export function PatternTool() {
  const [pattern, text, flag, replacement] = [
    useText('pattern.text'),
    useText('pattern.tried'),
    useText('pattern.flags') || 'g',
    useText('pattern.replacement'),
  ]
  const { matched, problem } = useMatches(pattern, flag, text, replacement)
  return (
    <>
      <TextField
        field="pattern.text"
        label="正则表达式"
        hint={instrumentHints.pattern}
        rows={1}
        isWrong={problem !== ''}
      />
      <Options>
        <Choice field="pattern.flags" label="匹配方式" options={flags} />
        <TextField
          field="pattern.replacement"
          label="替换为"
          hint="替换为，如 $1，留空不替换"
          rows={1}
          isFirst={false}
        />
      </Options>
      <TextField field="pattern.tried" label="要匹配的文字" hint="要匹配的文字" rows={6} isFirst={false} />
      {problem && <Problem>{problem}</Problem>}
      {matched && <Found matched={matched} />}
    </>
  )
}

function Found({ matched: { matches, count, replaced } }: { matched: Matched }) {
  return (
    <>
      <p className="tools-told" role="status">
        {count === 0 ? '没有匹配' : `${count} 处匹配`}
        {count > mostShown && `，只列前 ${mostShown} 处`}
      </p>
      {replaced !== null && <Results results={[{ label: '替换后', value: replaced }]} />}
      <Results
        results={matches.slice(0, mostShown).map(({ at, text, groups }, place) => ({
          label: `第 ${place + 1} 处`,
          value: text,
          note: [`位置 ${at}`, ...groups.map(({ name, text: part }) => `${name}：${part ?? emptyText}`)].join(
            '，',
          ),
        }))}
      />
    </>
  )
}

function useMatches(pattern: string, flag: string, text: string, replacement: string) {
  const worker = useRef<ToolsWorker>(null)
  worker.current ??= new ToolsWorker()
  const [state, setState] = useState<{ matched: Matched | null; problem: string }>({
    matched: null,
    problem: '',
  })
  useEffect(() => {
    if (pattern === '' || text === '') return setState({ matched: null, problem: wrongIn(pattern, flag) })
    const wrong = wrongIn(pattern, flag)
    if (wrong) return setState({ matched: null, problem: wrong })
    let isGone = false
    let tooLong: ReturnType<typeof setTimeout> | undefined
    const begin = setTimeout(() => {
      tooLong = setTimeout(
        () => worker.current?.end('两秒内没有匹配完，已停止：表达式里可能有嵌套的重复，如 (a+)+'),
        mostMs,
      )
      worker.current
        ?.ask<Matched>('match', [pattern, flag, text, replacement === '' ? null : replacement])
        .then(
          (matched) => isGone || setState({ matched, problem: '' }),
          (error) =>
            isGone ||
            setState({ matched: null, problem: error instanceof ToldError ? error.message : String(error) }),
        )
        .finally(() => clearTimeout(tooLong))
    }, restMs)
    return () => {
      isGone = true
      clearTimeout(begin)
      clearTimeout(tooLong)
      worker.current?.end()
    }
  }, [pattern, flag, text, replacement])
  useEffect(() => () => worker.current?.end(), [])
  return state
}

function wrongIn(pattern: string, flag: string): string {
  try {
    new RegExp(pattern, flag)
    return ''
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : ''
    return `正则表达式有误：${why}`
  }
}
