// Edits a custom tag in place: Enter saves, Esc cancels.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { type CallError, failureOf } from '#web/api/client.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import {
  longest,
  type OwnTagKind,
  ownTagKinds,
  ownTagKindTitles,
  type TagValue,
  type UserTag,
} from '../contract.ts'
import { change } from './actions.ts'
import { useTags } from './store.ts'

const hints: Record<OwnTagKind, string> = { text: '值', number: '数字', flag: '', day: '2026-11-23' }

const typed = (kind: OwnTagKind, text: string): TagValue => {
  if (kind === 'flag') return text === 'true'
  // A text that is not a number is sent unchanged, and the server reports the error.
  if (kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  return text
}

export function TagForm({ tag }: { tag: UserTag | null }) {
  const names = useTags((state) => state.book?.names ?? [])
  const [name, setName] = useState(tag?.key ?? '')
  const [kind, setKind] = useState<OwnTagKind>((tag?.kind as OwnTagKind | undefined) ?? 'text')
  const [text, setText] = useState(tag ? String(tag.value) : '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const leave = () => useTags.setState({ editing: null, left: tag?.key ?? null })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const revision = tag?.revision ?? 0
    try {
      await change(
        {
          set: [{ name, kind, value: typed(kind, kind === 'flag' && text === '' ? 'true' : text), revision }],
        },
        tag ? `已修改标签 ${name}` : `已新增标签 ${name}`,
      )
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <form
      className="usertag-tagform"
      data-asks
      aria-label={tag ? `修改标签 ${tag.title}` : '新增标签'}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) leave()
      }}
    >
      <InputGroup
        aria-label="标签名"
        placeholder="标签名"
        list="usertag-names"
        maxLength={longest.name * 2}
        value={name}
        readOnly={tag !== null}
        autoFocus={tag === null}
        onValueChange={(given) => {
          setName(given)
          const known = names.find((one) => one.name === given)
          if (known) setKind(known.kind as OwnTagKind)
        }}
      />
      <datalist id="usertag-names">
        {names.map((one) => (
          <option key={one.name} value={one.name} />
        ))}
      </datalist>
      <HTMLSelect
        aria-label="类型"
        value={kind}
        onChange={({ target }) => setKind(target.value as OwnTagKind)}
        options={ownTagKinds.map((value) => ({ value, label: ownTagKindTitles[value] }))}
      />
      {kind === 'flag' ? (
        <HTMLSelect
          aria-label="值"
          autoFocus={tag !== null}
          value={text === 'false' ? 'false' : 'true'}
          onChange={({ target }) => setText(target.value)}
          options={[
            { value: 'true', label: '是' },
            { value: 'false', label: '否' },
          ]}
        />
      ) : (
        <InputGroup
          aria-label="值"
          placeholder={hints[kind]}
          autoFocus={tag !== null}
          maxLength={longest.text * 2}
          value={text}
          onValueChange={setText}
        />
      )}
      <Button type="submit" intent="primary" size="small" loading={busy} text="保存" />
      <Button size="small" variant="minimal" text="取消" onClick={leave} />
      {failure && <FailureLine what="保存失败" failure={failure} />}
    </form>
  )
}
