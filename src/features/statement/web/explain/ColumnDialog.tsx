// Explains a column: its points or dimension, their formulas, and their tables with update times.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { call } from '#web/api/client.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { explainColumns, type ReportTableColumn } from '#features/statement/contract.ts'
import './explain.css'
import { PointMeaning } from './FormulaPart.tsx'
import { SourceTables } from './SourceTables.tsx'
import type { Subjects } from './subjects.ts'
import { useAnswer } from './useAnswer.ts'

interface Props {
  column: ReportTableColumn
  subjects: Subjects
  role: string
  onClose: () => void
}

export function ColumnDialog({ column, subjects, role, onClose }: Props) {
  const { value, problem, again } = useAnswer(JSON.stringify(subjects), (signal) =>
    call(explainColumns, { body: subjects }, { signal, quiet: true, loading: null }),
  )
  const several = value !== null && value.points.length + value.dimensions.length > 1
  return (
    <TitledDialog title={`口径：${column.title}`} onClose={onClose} className="explain-column">
      <DialogBody>
        {role && <p className="explain-role">{role}</p>}
        {problem !== null && <ErrorState title="口径读取失败" failure={problem} onRetry={again} />}
        {problem === null && value === null && <Skeleton lines={6} />}
        {value && value.points.length + value.dimensions.length === 0 && (
          <p className="explain-none">这一列没有登记口径：它用到的指标或维度已被删除。</p>
        )}
        {value?.points.map((point) => (
          <section key={point.id}>
            {(several || point.name !== column.title) && <h3 className="explain-name">{point.name}</h3>}
            <PointMeaning point={point} />
            <SourceTables tables={point.tables} />
          </section>
        ))}
        {value?.dimensions.map(({ id, name, type, formula, ways, textJoins, describe, tables }) => (
          <section key={id}>
            {(several || name !== column.title) && <h3 className="explain-name">{name}</h3>}
            <dl className="explain-facts">
              <dt>类型</dt>
              <dd>维度，{type}</dd>
              <dt>取值</dt>
              <dd className="explain-code">{formula || '–'}</dd>
              {ways.length > 0 && (
                <>
                  <dt>关联</dt>
                  <dd>{ways.join('、')}</dd>
                </>
              )}
              {textJoins.length > 0 && (
                <>
                  <dt>比较</dt>
                  <dd>{textJoins.join('；')}</dd>
                </>
              )}
              {describe && (
                <>
                  <dt>说明</dt>
                  <dd>{describe}</dd>
                </>
              )}
            </dl>
            <SourceTables tables={tables} />
          </section>
        ))}
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text="关闭" onClick={onClose} autoFocus />} />
    </TitledDialog>
  )
}
