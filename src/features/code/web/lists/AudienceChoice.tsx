// For whom a shared address is: anyone who has it, all who are signed in, or some roles and users.
import { Button, HTMLSelect, Radio, RadioGroup } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import type { Audience } from '#shared/audience.ts'
import { call } from '#web/api/client.ts'
import { type FolderPeople, querySharePeople } from '#features/code/contract.ts'

interface Props {
  audience: Audience
  onChange: (audience: Audience) => void
}

const titles: Record<Audience['kind'], { title: string; detail: string }> = {
  anyone: { title: '得到链接的任何人', detail: '不用登录' },
  signedIn: { title: '所有登录的人', detail: '没登录的人打开链接只看到「内容不存在」' },
  some: { title: '指定的角色或用户', detail: '每次打开时检查，其他人只看到「内容不存在」' },
}

const kinds = Object.keys(titles) as Audience['kind'][]

export function AudienceChoice({ audience, onChange }: Props) {
  // Nobody is chosen yet: what is saved stays until somebody is.
  const [isChoosing, setChoosing] = useState(false)
  const kind = isChoosing ? 'some' : audience.kind
  const choose = (next: Audience['kind']) => {
    setChoosing(next === 'some' && audience.kind !== 'some')
    if (next !== 'some') onChange({ kind: next, roles: [], users: [] })
  }
  const change = (roles: number[], users: number[]) => {
    setChoosing(false)
    onChange({ kind: 'some', roles, users })
  }
  return (
    <div className="share-audience">
      <RadioGroup
        label="谁能打开"
        selectedValue={kind}
        onChange={(event) => choose(event.currentTarget.value as Audience['kind'])}
      >
        {kinds.map((one) => (
          <Radio key={one} value={one}>
            <span className="share-choice">
              {titles[one].title}
              <small>{titles[one].detail}</small>
            </span>
          </Radio>
        ))}
      </RadioGroup>
      {kind === 'some' && (
        <Chosen
          roles={audience.kind === 'some' ? audience.roles : []}
          users={audience.kind === 'some' ? audience.users : []}
          onChange={change}
        />
      )}
      {kind !== 'anyone' && (
        <p className="share-note">结果按你的数据范围得出，只给能看到同样范围的人；其他人只看到 SQL。</p>
      )}
    </div>
  )
}

interface ChosenProps {
  roles: readonly number[]
  users: readonly number[]
  onChange: (roles: number[], users: number[]) => void
}

function Chosen({ roles, users, onChange }: ChosenProps) {
  const [people, setPeople] = useState<FolderPeople | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    call(querySharePeople, {}, { loading: null, signal: asking.signal }).then(setPeople, () => undefined)
    return () => asking.abort()
  }, [])
  const named = [
    ...roles.map((id) => ({ kind: 'role', id, name: `角色 ${nameIn(people?.roles, id)}` })),
    ...users.map((id) => ({ kind: 'user', id, name: `用户 ${nameIn(people?.users, id)}` })),
  ]
  const add = (chosen: string) => {
    const [kind = '', id = ''] = chosen.split(':')
    if (kind === 'role') onChange([...roles, Number(id)], [...users])
    if (kind === 'user') onChange([...roles], [...users, Number(id)])
  }
  const remove = (kind: string, id: number) =>
    onChange(
      roles.filter((one) => kind !== 'role' || one !== id),
      users.filter((one) => kind !== 'user' || one !== id),
    )
  return (
    <div className="share-people">
      {named.map(({ kind, id, name }) => (
        <span key={`${kind}:${id}`} className="share-person">
          {name}
          <Button
            variant="minimal"
            size="small"
            icon={<Cross size={12} />}
            aria-label={`移除 ${name}`}
            title={named.length === 1 ? '至少留一个；不再分享请选「不分享」' : '移除'}
            disabled={named.length === 1}
            onClick={() => remove(kind, id)}
          />
        </span>
      ))}
      <HTMLSelect aria-label="添加角色或用户" value="" onChange={(event) => add(event.currentTarget.value)}>
        <option value="">{people ? '添加角色或用户…' : '正在读取角色和用户…'}</option>
        <optgroup label="角色">
          {(people?.roles ?? [])
            .filter(({ id }) => !roles.includes(id))
            .map(({ id, name }) => (
              <option key={id} value={`role:${id}`}>
                {name}
              </option>
            ))}
        </optgroup>
        <optgroup label="用户">
          {(people?.users ?? [])
            .filter(({ id }) => !users.includes(id))
            .map(({ id, name, email }) => (
              <option key={id} value={`user:${id}`}>
                {name} {email}
              </option>
            ))}
        </optgroup>
      </HTMLSelect>
    </div>
  )
}

function nameIn(all: readonly { id: number; name: string }[] | undefined, id: number): string {
  if (!all) return '…'
  return all.find((one) => one.id === id)?.name ?? '（已不存在）'
}
