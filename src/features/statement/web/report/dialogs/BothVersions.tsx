// Compares two versions of a report setting by setting: the user's own and the one saved meanwhile.
import type { ReactNode } from 'react'
import { infoChanges } from '#semantic/model/infoWords.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Conflict } from '#shared/conflict.ts'
import { emptyText } from '#shared/nothing.ts'
import { timeText } from '#web/ui/timeText.ts'
import type { Report } from '#features/statement/contract.ts'
import { dimensionNames, pointNames } from '../names.ts'
import type { QueryParams } from '../store.ts'
import '#web/form/form.css'

interface Props {
  conflict: Conflict<Report>
  mine: { name: string; info: ReportInfo }
  params: QueryParams | null
  /** The button that keeps the user's own version. */
  children: ReactNode
}

export function BothVersions({ conflict: { present, by, at }, mine, params, children }: Props) {
  const names = { point: pointNames(params), dimension: dimensionNames(params) }
  const named = { title: '名称', from: present.reportName, to: mine.name }
  const changes = [
    ...(named.from === named.to ? [] : [named]),
    ...infoChanges(present.info, mine.info, names),
  ]
  const theirs = by ? `${by} 的` : '对方的'
  return (
    <>
      <p className="form-conflict-lead" role="alert">
        {by || '其他人'} 在 {timeText(at)} 保存了这张报表。{children}
      </p>
      {changes.map(({ title, from, to }) => (
        <section key={title} className="form-conflict-field" aria-label={title}>
          <span className="bp6-label">{title}</span>
          <Side who="我的" text={to} />
          <Side who={theirs} text={from} />
        </section>
      ))}
      {changes.length === 0 && <p>两边的内容相同。</p>}
    </>
  )
}

function Side({ who, text }: { who: string; text: string }) {
  return (
    <div className="form-conflict-side form-conflict-read">
      <span className="form-conflict-who">{who}</span>
      <span className="form-conflict-text">{text || emptyText}</span>
    </div>
  )
}
