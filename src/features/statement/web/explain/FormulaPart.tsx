// How a figure is computed: its formula in words, its parts with values, its tables.

import { retiredText, verifiedText } from '#shared/standing.ts'
import type { ReplyOf } from '#web/api/client.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import type { ExplainedPoint, explainCell } from '#features/statement/contract.ts'
import { figureText } from '../formats.ts'
import type { CellQuestion } from './question.ts'
import { SourceTables } from './SourceTables.tsx'
import { roleText } from './subjects.ts'

export type CellAnswer = ReplyOf<typeof explainCell>

export function FormulaPart({ question, answer }: { question: CellQuestion; answer: CellAnswer }) {
  const role = roleText(question.column, question.info)
  return (
    <div className="explain-formula">
      {role && <p className="explain-role">{role}</p>}
      {answer.point && <PointMeaning point={answer.point} />}
      {answer.parts.length > 0 && (
        <SmallTable className="explain-parts">
          <thead>
            <tr>
              <th>组成</th>
              <th>此格的值</th>
            </tr>
          </thead>
          <tbody>
            {answer.parts.map(({ name, value, unit }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>
                  {figureText(value, null, unit)} {value !== null && unit}
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
      {answer.point && <SourceTables tables={answer.point.tables} />}
    </div>
  )
}

/** A point by its type, formula and description. */
export function PointMeaning({ point }: { point: ExplainedPoint }) {
  const { type, unit, formula, nothing, describe, note, parts } = point
  const today = businessToday()
  const standing = [retiredText(point, today), verifiedText(point, today)].filter((text) => text !== '')
  return (
    <dl className="explain-facts">
      {standing.length > 0 && (
        <>
          <dt>{point.retired ? '停用' : '核对'}</dt>
          <dd>{standing.join('；')}</dd>
        </>
      )}
      <dt>类型</dt>
      <dd>
        {type}
        {unit && `，单位 ${unit}`}
      </dd>
      <dt>公式</dt>
      <dd className="explain-code">{formula || '–'}</dd>
      {parts.map((part) => (
        <Part key={part.id} {...part} />
      ))}
      <dt>没有数据时</dt>
      <dd>{nothing}</dd>
      {describe && (
        <>
          <dt>说明</dt>
          <dd>{describe}</dd>
        </>
      )}
      {note && (
        <>
          <dt>备注</dt>
          <dd>{note}</dd>
        </>
      )}
    </dl>
  )
}

function Part({ name, formula }: { name: string; formula: string }) {
  return (
    <>
      <dt className="explain-part">{name}</dt>
      <dd className="explain-code">{formula}</dd>
    </>
  )
}
