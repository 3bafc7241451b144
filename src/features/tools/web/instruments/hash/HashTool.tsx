// Hashes of a text or a file; with a key, signatures.
import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { chooseFile, useTaking } from '#features/tools/web/json/page/useTaking.ts'
import { sizeText } from '#features/tools/web/json/page/words.ts'
import { ToolsWorker } from '#features/tools/web/worker/client.ts'
import { ToldError } from '#features/tools/web/worker/protocol.ts'
import { base64Of, bytesOfBase64, bytesOfHex, CodecProblem, hexOf } from '../encode/codecs.ts'
import { Choice, Options, Problem, Results, TextField } from '../Fields.tsx'
import { instrumentHints } from '../names.ts'
import { setText, useText } from '../texts.ts'
import { type Hashes, hashTitles } from './hashing.ts'

const forms = [
  ['hex', '十六进制小写'],
  ['HEX', '十六进制大写'],
  ['base64', 'Base64'],
] as const
const keyForms = [
  ['text', '密钥是文字'],
  ['hex', '密钥是十六进制'],
  ['base64', '密钥是 Base64'],
] as const

function keyOf(key: string, form: string): Uint8Array | null {
  if (key === '') return null
  if (form === 'hex') return bytesOfHex(key)
  return form === 'base64' ? bytesOfBase64(key) : new TextEncoder().encode(key)
}

const shown = (bytes: Uint8Array, form: string): string => {
  if (form === 'base64') return base64Of(bytes)
  return form === 'HEX' ? hexOf(bytes).toUpperCase() : hexOf(bytes)
}

export function HashTool() {
  const [text, key, form, keyForm, expected] = [
    useText('hash.text'),
    useText('hash.key'),
    useText('hash.form') || 'hex',
    useText('hash.keyForm') || 'text',
    useText('hash.expected'),
  ]
  const [file, setFile] = useState<File | null>(null)
  const { drop } = useTaking((source) => typeof source !== 'string' && setFile(source), false)
  const { found, problem, share, cancel } = useHashes(file ?? text, key, keyForm)
  useEffect(() => {
    if (text !== '') setFile(null)
  }, [text])
  const results = (found ?? []).map(({ name, bytes }) => ({
    label: key ? `HMAC-${hashTitles[name]}` : hashTitles[name],
    value: shown(bytes, form),
  }))
  return (
    <div className="tools-drop" {...drop}>
      <TextField field="hash.text" label="要计算的文字" hint={instrumentHints.hash} rows={5} />
      <Options>
        <Button text="选择文件" onClick={() => chooseFile((chosen) => choose(chosen, setFile))} />
        {file && (
          <span>
            {file.name}，{sizeText(file.size)}
            <Button size="small" variant="minimal" text="不用文件" onClick={() => setFile(null)} />
          </span>
        )}
        <Choice field="hash.form" label="结果的写法" options={forms} />
        <TextField field="hash.key" label="密钥" hint="密钥，填了就算 HMAC 签名" rows={1} isFirst={false} />
        {key && <Choice field="hash.keyForm" label="密钥的写法" options={keyForms} />}
      </Options>
      {share !== null && (
        <p className="tools-told" role="status">
          正在计算 {Math.floor(share * 100)}%
          <Button size="small" text="取消" onClick={cancel} />
        </p>
      )}
      {problem && <Problem>{problem}</Problem>}
      <Results results={results} />
      {results.length > 0 && <Expected expected={expected} values={results} />}
      {key && <Explained name={results[2]?.label ?? ''} />}
    </div>
  )
}

function choose(file: File, setFile: (file: File) => void): void {
  setText('hash.text', '')
  setFile(file)
}

function Expected({
  expected,
  values,
}: {
  expected: string
  values: readonly { label: string; value: string }[]
}) {
  const wanted = expected.trim().toLowerCase()
  const same = values.find(({ value }) => value.toLowerCase() === wanted || value === expected.trim())
  return (
    <>
      <TextField field="hash.expected" label="要核对的值" hint="粘贴要核对的值" rows={1} isFirst={false} />
      {wanted !== '' && (
        <p className={same ? 'tools-good' : 'tools-problem'} role="status">
          {same ? `与 ${same.label} 一致` : '与上面的都不一致'}
        </p>
      )}
    </>
  )
}

const Explained = ({ name }: { name: string }) => (
  <p className="tools-muted">
    HMAC 是用密钥算的签名：不知道密钥就算不出来，内容改一个字也会不同。用户标签的签名是 {name}{' '}
    的十六进制大写，待签的文字按接口说明拼好后放在上面。
  </p>
)

/** Texts are hashed at once, files in parts with progress; a new input cancels the running work. */
function useHashes(source: string | File, key: string, keyForm: string) {
  const worker = useRef<ToolsWorker>(null)
  worker.current ??= new ToolsWorker()
  const [state, setState] = useState<{ found: Hashes | null; problem: string; share: number | null }>({
    found: null,
    problem: '',
    share: null,
  })
  useEffect(() => {
    if (source === '') return setState({ found: null, problem: '', share: null })
    let isGone = false
    const isFile = typeof source !== 'string'
    const tell = (share: number) => isGone || setState((now) => ({ ...now, share }))
    const run = async () => {
      try {
        const bytes = keyOf(key, keyForm)
        if (isFile) tell(0)
        const found = await worker.current?.ask<Hashes>('hash', [source, bytes], isFile ? tell : undefined)
        if (!isGone && found) setState({ found, problem: '', share: null })
      } catch (error) {
        if (isGone || !(error instanceof ToldError || error instanceof CodecProblem)) return
        setState({
          found: null,
          problem: error instanceof CodecProblem ? `密钥：${error.message}` : error.message,
          share: null,
        })
      }
    }
    void run()
    return () => {
      isGone = true
      if (isFile) worker.current?.end()
    }
  }, [source, key, keyForm])
  useEffect(() => () => worker.current?.end(), [])
  return { ...state, cancel: () => worker.current?.end() }
}
