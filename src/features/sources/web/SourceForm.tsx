// The form of a source, made from its kind's fields, with a try of what was typed.
import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { AnyValues, Field } from '#web/form/types.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type Source, saveSource, testSource } from '../contract.ts'
import { changeOf, fieldsOf, givenOf, valuesOf } from './formFields.ts'
import { reference } from './reference.ts'
import './sources.css'

export function SourceForm({ row, onClose, onSaved }: ListFormProps<Source>) {
  const { kinds, refusal, ...words } = reference()
  return (
    <FormDialog<AnyValues, Source>
      name={`source:${row?.id ?? 'new'}`}
      title={row ? '编辑数据源' : '新建数据源'}
      // Which fields there are is known only at run time.
      fields={fieldsOf(kinds, words, row) as unknown as readonly Field<AnyValues>[]}
      initial={valuesOf(kinds, row)}
      lead={refusal && <p className="sources-bad">{refusal}</p>}
      send={(values, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          ...changeOf(kinds, values),
          id: row?.id ?? -1,
          ...(revision !== undefined && { revision }),
        }
        return call(saveSource, { body }, { quiet: true, loading: null })
      }}
      valuesOf={(saved) => valuesOf(kinds, saved)}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(values) => <Trial id={row?.id ?? -1} values={values} />}
    </FormDialog>
  )
}

interface Tried {
  first: string[]
  more: boolean
  sample: string[]
}

function Trial({ id, values }: { id: number; values: AnyValues }) {
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<Tried | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const asking = useRef<AbortController | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => () => asking.current?.abort(), [])
  const given = givenOf(reference().kinds, values)
  const key = JSON.stringify(given)
  // What was found under other settings would be a lie.
  // biome-ignore lint/correctness/useExhaustiveDependencies: cleared where the settings change.
  useEffect(() => {
    setTold(null)
    setFailure(null)
  }, [key])
  // The form ends here: what the test found would stand below its edge.
  useEffect(() => {
    if (told || failure) box.current?.scrollIntoView({ block: 'nearest' })
  }, [told, failure])
  const test = async () => {
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    setBusy(true)
    setTold(null)
    setFailure(null)
    try {
      const found = await call(testSource, { body: { id, ...given } }, { ...quiet, signal: own.signal })
      if (!own.signal.aborted) setTold(found)
    } catch (error) {
      if (!own.signal.aborted) setFailure(failureOf(error))
    }
    if (!own.signal.aborted) setBusy(false)
  }
  return (
    <div className="sources-trial" aria-live="polite" ref={box}>
      <Button size="small" text="测试连接" loading={busy} onClick={() => void test()} />
      {failure && <FailureLine what="测试失败" failure={failure} />}
      {told && <p className="sources-good">{foundText(told)}</p>}
      {told && told.sample.length > 0 && (
        <p className="sources-text">{`${told.first[0]}：${told.sample.join('；')}`}</p>
      )}
    </div>
  )
}

const foundText = ({ first, more }: Tried): string =>
  first.length === 0 ? '可以读取，现在没有要载入的' : `可以读取，有 ${first.join('、')}${more ? ' 等' : ''}`
