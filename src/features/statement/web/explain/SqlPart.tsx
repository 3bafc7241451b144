// A statement with its actions: copy, or open in the SQL workspace for users with the right.
import { Button } from '@blueprintjs/core'
import { Code, Duplicate } from '@blueprintjs/icons'
import { handOver } from '#web/editor/handover.ts'
import { SqlViewer } from '#web/editor/SqlViewer.tsx'
import { goTo } from '#web/shell/keys/run.ts'
import { holds } from '#web/shell/session.ts'
import { copyText } from '#web/ui/copyText.ts'

interface Props {
  sql: string
  /** Name of the workspace's tab. */
  name: string
  height: number
  onLeave: () => void
}

export function SqlPart({ sql, name, height, onLeave }: Props) {
  if (!sql) {
    return <p className="explain-none">没有查看 SQL 的权限。需要时请联系管理员开通报表配置或 SQL 查询。</p>
  }
  return (
    <div className="explain-sql">
      <SqlViewer sql={sql} height={height} />
      <SqlActions sql={sql} name={name} onLeave={onLeave} />
    </div>
  )
}

export function SqlActions({ sql, name, onLeave }: Omit<Props, 'height'>) {
  return (
    <div className="explain-actions">
      <Button
        size="small"
        icon={<Duplicate size={14} />}
        text="复制 SQL"
        onClick={() => void copyText(sql, 'SQL 已复制')}
      />
      {holds('search_sqlQuery') && (
        <Button
          size="small"
          icon={<Code size={14} />}
          text="在 SQL 工作区打开"
          onClick={() => {
            onLeave()
            goTo(handOver({ name, sql }))
          }}
        />
      )}
    </div>
  )
}
