// Columns that look like personal data, as soon as the file is read: one press marks them with the table.
import { Button, Callout } from '@blueprintjs/core'
import { personalTitles } from '#shared/personal.ts'
import type { ShownImport } from '../contract.ts'
import { markAsProposed, personalColumns, takenBy, useImport } from './store.ts'

export function PersonalNote({ found }: { found: ShownImport }) {
  const work = useImport()
  const proposed = personalColumns(found, work.columns)
  // The columns of a table that is joined have their marks.
  const isJoined = work.addition !== null && takenBy(work) !== undefined
  if (proposed.length === 0 || isJoined) return null
  const isMarked = proposed.every(({ draft }) => draft.personal !== null)
  return (
    <Callout compact icon={null} intent={isMarked ? 'success' : 'warning'} className="imports-personal">
      <p>
        {isMarked
          ? `导入后这 ${proposed.length} 列标为个人信息，没有「可见个人信息」权限的人只看到掩码：`
          : `有 ${proposed.length} 列像个人信息：`}
      </p>
      <ul>
        {proposed.map(({ at, kind, reason, draft }) => (
          <li key={at}>
            {draft.name}：{personalTitles[kind]}（{reason}）
          </li>
        ))}
      </ul>
      <Button
        size="small"
        text={isMarked ? '不标记' : '标为个人信息'}
        onClick={() => markAsProposed(!isMarked)}
      />
    </Callout>
  )
}
