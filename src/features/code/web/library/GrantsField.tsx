// The granted rights: a line per role and user, and a line that adds one.
import { Button, HTMLSelect } from '@blueprintjs/core'
import { Cross, Plus } from '@blueprintjs/icons'
import { useState } from 'react'
import { call, quiet } from '#web/api/client.ts'
import type { DrawnProps, FieldValue } from '#web/form/types.ts'
import { useSecondary } from '#web/ui/missing/useSecondary.ts'
import {
  type FolderGrant,
  type FolderPeople,
  queryFolderPeople,
  queryRights,
} from '#features/code/contract.ts'
import { rightTexts } from './folders.ts'

/** The form's value: `role:3:run:分析师`; the name is last because it may contain anything. */
export const textOf = ({ kind, id, right, name }: FolderGrant & { name: string }): string =>
  [kind, id ?? '', right, name].join(':')

const partsOf = (text: string) => {
  const [kind = '', id = '', right = '', ...name] = text.split(':')
  return { kind, id, right, name: name.join(':') }
}

export function grantOf(text: string): FolderGrant {
  const { kind, id, right } = partsOf(text)
  return {
    kind: kind as FolderGrant['kind'],
    id: id === '' ? null : Number(id),
    right: right as FolderGrant['right'],
  }
}

const kindTexts: Record<string, string> = { everyone: '', role: '角色', user: '用户' }

function nameOf(text: string): string {
  const { kind, id, name } = partsOf(text)
  if (kind === 'everyone') return '所有能写 SQL 的人'
  return `${kindTexts[kind]} ${name || `#${id}（已不存在）`}`
}

const chosenOf = (value: FieldValue): readonly string[] => (Array.isArray(value) ? (value as string[]) : [])

export const grantsText = (value: FieldValue): string =>
  chosenOf(value)
    .map((text) => `${nameOf(text)}：${rightTexts[grantOf(text).right]}`)
    .join('；') || '只有所有者'

const rights = queryRights.map((right) => ({ value: right, label: rightTexts[right] }))

export function GrantsField({
  id,
  label,
  value,
  readOnly,
  isWrong,
  describedBy,
  onChange,
  onBlur,
}: DrawnProps) {
  const chosen = chosenOf(value)
  /** The choice in the adding line counts at once: a form can be saved without pressing ＋. */
  const [adding, setAdding] = useState('')
  const settled = chosen.filter((text) => subjectOf(text) !== adding)
  const put = (changed: string, right: string) =>
    onChange(
      chosen.map((text) => (text === changed ? textOf({ ...named(text), right: right as never }) : text)),
    )
  return (
    <fieldset
      aria-label={label}
      aria-describedby={describedBy}
      className="folder-grants"
      data-wrong={isWrong || undefined}
      onBlur={onBlur}
    >
      {chosen.length === 0 && <p className="folder-grants-none">现在只有你自己能看到</p>}
      {settled.map((text) => (
        <div key={subjectOf(text)} className="folder-grant">
          <span className="folder-grant-name" title={nameOf(text)}>
            {nameOf(text)}
          </span>
          <HTMLSelect
            aria-label={`${nameOf(text)} 的权限`}
            value={grantOf(text).right}
            options={rights}
            disabled={readOnly}
            onChange={(event) => put(text, event.currentTarget.value)}
          />
          <Button
            variant="minimal"
            icon={<Cross size={12} />}
            aria-label={`移除 ${nameOf(text)}`}
            title="移除"
            disabled={readOnly}
            onClick={() => onChange(chosen.filter((one) => one !== text))}
          />
        </div>
      ))}
      {!readOnly && (
        <Adding
          id={id}
          settled={settled}
          added={chosen.find((text) => subjectOf(text) === adding) ?? ''}
          onAdd={(added) => {
            setAdding(subjectOf(added))
            onChange(added === '' ? settled : [...settled, added])
          }}
          onSettle={() => setAdding('')}
        />
      )}
    </fieldset>
  )
}

/** `role:3` of `role:3:run:分析师`. */
const subjectOf = (text: string): string => text.split(':').slice(0, 2).join(':')

const named = (text: string) => ({ ...grantOf(text), name: partsOf(text).name })

interface AddingProps {
  id: string
  settled: readonly string[]
  /** Value of the line itself; empty where nothing is chosen. */
  added: string
  onAdd: (added: string) => void
  onSettle: () => void
}

function Adding({ id, settled, added, onAdd, onSettle }: AddingProps) {
  const [people, setPeople] = useState<FolderPeople | null>(null)
  const [right, setRight] = useState<string>('run')
  useSecondary('角色和用户读取失败，暂时添加不了', async (signal) => {
    const read = await call(queryFolderPeople, {}, { ...quiet, loading: null, signal })
    if (!signal.aborted) setPeople(read)
  })
  const taken = new Set(settled.map(subjectOf))
  const free = (kind: string, of: number | '') => !taken.has(`${kind}:${of}`)
  const roles = (people?.roles ?? []).filter((one) => free('role', one.id))
  const users = (people?.users ?? []).filter((one) => free('user', one.id))
  const choose = (subject: string, as: string) => {
    const [kind = '', of = ''] = subject.split(':')
    const found = (kind === 'role' ? roles : users).find((one) => String(one.id) === of)
    onAdd(subject === '' ? '' : [kind, of, as, found?.name ?? ''].join(':'))
  }
  return (
    <div className="folder-grant folder-grant-new">
      <HTMLSelect
        id={id}
        className="folder-grant-name"
        aria-label="给谁权限"
        value={subjectOf(added)}
        onChange={(event) => choose(event.currentTarget.value, right)}
      >
        <option value="">{people ? '选择角色或用户…' : '正在读取角色和用户…'}</option>
        {free('everyone', '') && <option value="everyone:">所有能写 SQL 的人</option>}
        <optgroup label="角色">
          {roles.map((one) => (
            <option key={one.id} value={`role:${one.id}`}>
              {one.name}
            </option>
          ))}
        </optgroup>
        <optgroup label="用户">
          {users.map((one) => (
            <option key={one.id} value={`user:${one.id}`}>
              {one.name} {one.email}
            </option>
          ))}
        </optgroup>
      </HTMLSelect>
      <HTMLSelect
        aria-label="给什么权限"
        value={right}
        options={rights}
        onChange={(event) => {
          setRight(event.currentTarget.value)
          if (added !== '') choose(subjectOf(added), event.currentTarget.value)
        }}
      />
      <Button
        variant="minimal"
        icon={<Plus size={12} />}
        aria-label="添加权限"
        title="添加"
        disabled={added === ''}
        onClick={onSettle}
      />
    </div>
  )
}
