// 谁可以看: who sees something, said in a sentence, and the people and roles it is shared with. Enter adds whom the
// search field found, arrow keys choose what they may do, Ctrl+Enter saves.
import { Button, Callout, DialogBody, DialogFooter, HTMLSelect, Radio, RadioGroup } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { Right } from '#shared/grants.ts'
import type { Grantee, NamedGrant, WhoSees } from '#shared/whoSees.ts'
import { type CallError, failureOf } from '../api/client.ts'
import { conflictIn } from '../form/conflictIn.ts'
import { PickList } from '../pick/PickList.tsx'
import type { PickItem } from '../pick/pickItem.ts'
import { useLeaveWarning } from '../shell/leaving.ts'
import { TitledDialog } from '../ui/dialogs/TitledDialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { ErrorState } from '../ui/states/ErrorState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { whoSeesText } from './sentence.ts'
import './whoSees.css'

export interface Chosen {
  shared: boolean
  grants: readonly NamedGrant[]
}

interface SharedThing {
  name: string
  /** What `shared` opens it to: 随文件夹「周报」. */
  sharedText: (present: WhoSees) => string
  load: (signal: AbortSignal) => Promise<WhoSees>
  people: (signal: AbortSignal) => Promise<Grantee[]>
  /** Must be a quiet call. */
  save: (chosen: Chosen, revision: number) => Promise<unknown>
  onSaved: (before: WhoSees, chosen: Chosen) => void
}

interface Props {
  thing: SharedThing
  onClose: () => void
}

interface State {
  present: WhoSees
  people: Grantee[]
}

export function WhoSeesDialog({ thing, onClose }: Props) {
  const [state, setState] = useState<State | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again on each try.
  useEffect(() => {
    const asking = new AbortController()
    Promise.all([thing.load(asking.signal), thing.people(asking.signal)]).then(
      ([present, people]) => setState({ present, people }),
      (error: unknown) => asking.signal.aborted || setFailure(failureOf(error)),
    )
    return () => asking.abort()
  }, [thing, tries])
  const retry = () => {
    setFailure(null)
    setTries(tries + 1)
  }
  return (
    <TitledDialog title={`谁可以看「${thing.name}」`} className="who-sees-dialog" onClose={onClose}>
      {state ? (
        <Form {...state} thing={thing} onClose={onClose} />
      ) : (
        <DialogBody>
          {failure ? (
            <ErrorState title="可见范围读取失败" failure={failure} onRetry={retry} />
          ) : (
            <Skeleton lines={6} />
          )}
        </DialogBody>
      )}
    </TitledDialog>
  )
}

const keyOf = ({ kind, id }: Pick<NamedGrant, 'kind' | 'id'>): string => `${kind}:${id}`
const titleOf = ({ kind, name }: Pick<NamedGrant, 'kind' | 'name'>): string =>
  kind === 'role' ? `角色「${name}」` : name

function Form({ thing, present, people, onClose }: Props & State) {
  const [chosen, setChosen] = useState<Chosen>({ shared: present.shared, grants: present.grants })
  const [revision, setRevision] = useState(present.revision)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [added, setAdded] = useState(0)
  const { editable } = present
  const isChanged = textOf(chosen) !== textOf(present)
  useLeaveWarning(isChanged)
  const items = useMemo(() => itemsOf(people, present, chosen.grants), [people, present, chosen.grants])
  const put = (grants: readonly NamedGrant[]) => setChosen({ ...chosen, grants })
  const add = ({ key }: PickItem) => {
    const found = people.find((one) => keyOf(one) === key)
    if (!found) return
    put([...chosen.grants, { ...found, right: 'see', gone: false }])
    setAdded(added + 1)
  }
  const save = async () => {
    if (busy || !isChanged) return
    setBusy(true)
    setProblem('')
    try {
      await thing.save(chosen, revision)
      onClose()
      thing.onSaved(present, chosen)
    } catch (error) {
      await refused(failureOf(error))
    }
    setBusy(false)
  }
  /** What was chosen stays until the reader has seen what another user chose meanwhile. */
  const refused = async (failure: CallError) => {
    const conflict = conflictIn(failure)
    if (!conflict) return setProblem(failure.message)
    const theirs = await thing.load(new AbortController().signal).catch(() => null)
    if (!theirs) return setProblem(failure.message)
    setProblem(
      `${conflict.by || '他人'}刚改过，现在是：${whoSeesText(theirs)}。下面是你的选择，再保存一次将以你的为准`,
    )
    setRevision(theirs.revision)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    void save()
  }
  return (
    <div onKeyDownCapture={editable ? handleKey : undefined}>
      <DialogBody>
        <p className="who-sees-sentence" role="status">
          {whoSeesText({ ...present, ...chosen, grants: [...chosen.grants] })}。
        </p>
        {problem && (
          <Callout compact intent="warning" role="alert" className="who-sees-problem">
            {problem}
          </Callout>
        )}
        <RadioGroup
          className="who-sees-range"
          name="who-sees-range"
          disabled={!editable}
          selectedValue={chosen.shared ? 'shared' : 'named'}
          onChange={(event) => setChosen({ ...chosen, shared: event.currentTarget.value === 'shared' })}
        >
          <Radio value="named">只给所有者和下面的人</Radio>
          <Radio value="shared">{thing.sharedText(present)}</Radio>
        </RadioGroup>
        <ul className="who-sees-list" aria-label="可以看的人和角色">
          <li>
            <span className="who-sees-name">
              {present.owner.name}
              {present.owner.id === present.readerId && '（你）'}
            </span>
            <span className="who-sees-right">所有者</span>
          </li>
          {chosen.grants.map((grant) => (
            <GrantRow
              key={keyOf(grant)}
              grant={grant}
              isReader={grant.kind === 'user' && grant.id === present.readerId}
              disabled={!editable}
              onRight={(right) =>
                put(chosen.grants.map((one) => (keyOf(one) === keyOf(grant) ? { ...one, right } : one)))
              }
              onRemove={() => put(chosen.grants.filter((one) => keyOf(one) !== keyOf(grant)))}
            />
          ))}
        </ul>
        {editable ? (
          <div className="who-sees-add">
            <PickList
              // Begins anew after each: the typed name would match nobody else.
              key={added}
              items={items}
              label="加入人或角色：姓名或拼音，回车加入"
              onPick={add}
              none="没有匹配的人或角色"
            />
          </div>
        ) : (
          <p className="who-sees-note">只有所有者、可以修改它的人或报表配置人员可以更改。</p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          editable ? (
            <>
              <Button text="取消" onClick={onClose} />
              <Button intent="primary" disabled={!isChanged} loading={busy} onClick={() => void save()}>
                保存 <Kbd keys="mod+enter" />
              </Button>
            </>
          ) : (
            <Button text="关闭" onClick={onClose} />
          )
        }
      />
    </div>
  )
}

const textOf = ({ shared, grants }: Chosen): string =>
  JSON.stringify([shared, grants.map((grant) => `${keyOf(grant)}:${grant.right}`).sort()])

const itemsOf = (
  people: readonly Grantee[],
  { owner }: WhoSees,
  grants: readonly NamedGrant[],
): PickItem[] => {
  const known = new Set([`user:${owner.id}`, ...grants.map(keyOf)])
  return people
    .filter((one) => !known.has(keyOf(one)))
    .map((one) => ({
      key: keyOf(one),
      title: one.name,
      pinyin: one.pinyin,
      detail: one.email,
      group: one.kind === 'role' ? '角色' : '人',
    }))
}

interface RowProps {
  grant: NamedGrant
  isReader: boolean
  disabled: boolean
  onRight: (right: Right) => void
  onRemove: () => void
}

const rights = [
  { value: 'see', label: '可以看' },
  { value: 'edit', label: '可以看和修改' },
]

function GrantRow({ grant, isReader, disabled, onRight, onRemove }: RowProps) {
  const title = titleOf(grant)
  return (
    <li>
      <span className="who-sees-name" title={title}>
        {title}
        {isReader && '（你）'}
        {grant.gone && <span className="who-sees-gone">{grant.kind === 'role' ? '已删除' : '已停用'}</span>}
      </span>
      <HTMLSelect
        minimal
        className="who-sees-right"
        aria-label={`${title} 的权限`}
        value={grant.right}
        options={rights}
        disabled={disabled}
        onChange={(event) => onRight(event.currentTarget.value as Right)}
        onKeyDown={(event) => {
          if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
        }}
      />
      {!disabled && (
        <Button
          variant="minimal"
          size="small"
          icon={<Cross size={12} />}
          aria-label={`移除 ${title}`}
          title="移除"
          onClick={onRemove}
        />
      )}
    </li>
  )
}
