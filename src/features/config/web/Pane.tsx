// The pane beside a list: all details of the selected definition.
import type { ReactNode } from 'react'
import { SqlText } from '#web/editor/SqlText.tsx'
import { timeText } from '#web/ui/timeText.ts'
import './config.css'

interface Props {
  of: {
    id: number
    name: string
    modified_by: string
    modified_at: string
    create_time?: string
    owner: string
  }
  describe?: string
  children: ReactNode
}

export function Pane({ of, describe, children }: Props) {
  return (
    <div className="config-pane">
      <h2>{of.name}</h2>
      {describe && <p className="config-text">{describe}</p>}
      {children}
      <Facts
        facts={[
          ['编号', String(of.id)],
          ['创建', [of.owner, of.create_time ? timeText(of.create_time) : ''].filter(Boolean).join('，')],
          [
            '修改',
            [of.modified_by, of.modified_at ? timeText(of.modified_at) : ''].filter(Boolean).join('，'),
          ],
        ]}
      />
    </div>
  )
}

/** Leaves out empty facts. */
export function Facts({ facts }: { facts: readonly (readonly [title: string, text: ReactNode])[] }) {
  const told = facts.filter(([, text]) => text !== '' && text !== null && text !== undefined)
  return (
    <dl className="config-facts">
      {told.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Sql({ title, sql }: { title: string; sql: string }) {
  if (sql.trim() === '') return null
  return (
    <>
      <h3 className="config-heading">{title}</h3>
      <SqlText sql={sql} label={title} />
    </>
  )
}
