// A player's tags by type, each with its source and time; custom tags are edited in place.
import { Button, InputGroup } from '@blueprintjs/core'
import { useCallback, useState } from 'react'
import { type CallError, failureOf } from '#web/api/client.ts'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { ownType, type TagGroup, type UserInfo, type UserTag } from '../contract.ts'
import { change } from './actions.ts'
import { useTags } from './store.ts'
import { TagForm } from './TagForm.tsx'
import { valueText } from './valueText.ts'

export function TagGroups({ info, busy }: { info: UserInfo; busy: boolean }) {
  const find = useTags((state) => state.find)
  const wanted = find.trim().toLowerCase()
  const holds = (tag: UserTag) =>
    wanted === '' ||
    `${tag.title}\n${tag.key}\n${valueText(tag)}\n${tag.source}`.toLowerCase().includes(wanted)
  const groups = info.types.map((group) => ({ ...group, tags: group.tags.filter(holds) }))
  const count = groups.reduce((sum, { tags }) => sum + tags.length, 0)
  return (
    <div className={busy ? 'usertag-old' : ''}>
      <div className="usertag-who">
        <h2>
          {info.game} {info.id}
        </h2>
        <span className="usertag-muted" role="status">
          {busy ? '正在查询...' : `${count} 个标签`}
        </span>
        <InputGroup
          id="usertag-find"
          aria-label="在标签里查找"
          placeholder="查找标签"
          value={find}
          onValueChange={(typed) => useTags.setState({ find: typed })}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) useTags.setState({ find: '' })
          }}
        />
      </div>
      {groups.map((group) => (
        <Group key={group.key} group={group} isFiltered={wanted !== ''} />
      ))}
    </div>
  )
}

function Group({ group: { key, title, tags }, isFiltered }: { group: TagGroup; isFiltered: boolean }) {
  const editing = useTags((state) => state.editing)
  const isOwn = key === ownType
  if (isFiltered && tags.length === 0) return null
  return (
    <section className="usertag-group" aria-labelledby={`usertag-${key}`}>
      <h3 id={`usertag-${key}`}>{title}</h3>
      {tags.length === 0 && editing !== '' && (
        <p className="usertag-muted usertag-none">
          {isOwn ? (
            <>
              还没有自定义标签，
              <ByKey command="usertag.add" />
              新增
            </>
          ) : (
            '这个玩家没有这一类标签'
          )}
        </p>
      )}
      <ul>
        {tags.map((tag) => (
          <li key={tag.key} className="usertag-tag">
            {isOwn && editing === tag.key ? <TagForm tag={tag} /> : <Tag tag={tag} isOwn={isOwn} />}
          </li>
        ))}
        {isOwn && editing === '' && (
          <li className="usertag-tag">
            <TagForm tag={null} />
          </li>
        )}
      </ul>
    </section>
  )
}

function Tag({ tag, isOwn }: { tag: UserTag; isOwn: boolean }) {
  const [failure, setFailure] = useState<CallError | null>(null)
  const { key, title, source, at, problem, revision } = tag
  const edit = () => useTags.setState({ editing: key })
  const takeFocus = useCallback(
    (button: HTMLButtonElement | null) => {
      if (!button || useTags.getState().left !== key) return
      button.focus()
      useTags.setState({ left: null })
    },
    [key],
  )
  const remove = () =>
    change({ remove: [{ name: key, revision }] }, `已删除标签 ${title}`).catch((error: unknown) =>
      setFailure(failureOf(error)),
    )
  return (
    <>
      <span className="usertag-name">{title}</span>
      {isOwn ? (
        <button
          type="button"
          ref={takeFocus}
          className="usertag-value usertag-edit"
          aria-label={`修改 ${title}：${valueText(tag)}`}
          onClick={edit}
          onKeyDown={(event) => {
            if (event.key === 'Delete') void remove()
            if (event.key === 'F2') edit()
          }}
        >
          {valueText(tag)}
        </button>
      ) : (
        <span className={problem ? 'usertag-value usertag-wrong' : 'usertag-value'}>
          {problem || valueText(tag)}
        </span>
      )}
      <span className="usertag-muted">
        {source}
        {at && `，${timeText(at)}`}
      </span>
      {isOwn && (
        <Button
          size="small"
          variant="minimal"
          text="删除"
          aria-label={`删除 ${title}`}
          onClick={() => void remove()}
        />
      )}
      {failure && <FailureLine what="删除失败" failure={failure} />}
    </>
  )
}
