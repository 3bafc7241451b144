// A statement compared with our figures: possible explanations of the difference, and the reason that the
// user records.
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import {
  checkGameFlowRecord,
  type FlowRecord,
  type RecordCheck,
  settleGameFlowRecord,
} from '#features/gameflow/contract.ts'
import '../gameFlow.css'

export const showSettling = (row: FlowRecord, onSaved: (row: FlowRecord) => void): void =>
  showDialog(<SettleDialog row={row} onSaved={onSaved} />)

interface Values {
  reason: string
  settled: boolean
}

function SettleDialog({ row, onSaved }: { row: FlowRecord; onSaved: (row: FlowRecord) => void }) {
  return (
    <FormDialog<Values, FlowRecord>
      name={`flowSettle:${row.id}`}
      title={`核对 ${row.period} ${row.channelName}`}
      fields={[
        { name: 'reason', label: '差异原因', kind: 'textarea', rows: 3, longest: 2_000 },
        { name: 'settled', label: '已核销：这个差额不再提示', kind: 'switch' },
      ]}
      initial={{ reason: row.reason, settled: row.settledAt !== null || row.match?.state === 'differs' }}
      send={(body) => call(settleGameFlowRecord, { params: { id: row.id }, body }, quiet)}
      valuesOf={({ reason, settledAt }) => ({ reason, settled: settledAt !== null })}
      onClose={closeDialog}
      onSaved={(saved) => {
        closeDialog()
        onSaved(saved)
      }}
    >
      {() => <Explained row={row} />}
    </FormDialog>
  )
}

/** Our figures and the explanations, loaded when first shown. */
export function Explained({ row }: { row: FlowRecord }) {
  const [check, setCheck] = useState<RecordCheck | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [tries, setTries] = useState(0)
  const { id, revision } = row
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision, or another try, is looked at anew.
  useEffect(() => {
    const asking = new AbortController()
    setFailure(null)
    call(checkGameFlowRecord, { params: { id } }, { ...quiet, signal: asking.signal }).then(
      setCheck,
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [id, revision, tries])
  if (failure) return <FailureLine what="比较失败" failure={failure} onRetry={() => setTries(tries + 1)} />
  if (!check) return <p className="flow-muted">正在比较…</p>
  const { match, figures, explanations } = check
  return (
    <div>
      <dl className="flow-figures">
        <dt>对方</dt>
        <dd>
          {row.amount} {row.currency}
        </dd>
        {figures.map(({ title, value }) => (
          <FigureLine key={title} title={`我方${title}`} value={value} />
        ))}
        <FigureLine
          title="差额"
          value={
            match.difference === null
              ? null
              : `${match.difference}${match.percent === null ? '' : `（${match.percent}%）`}`
          }
        />
      </dl>
      {match.problem && <p>{match.problem}</p>}
      {explanations.length > 0 && (
        <>
          <h3>可能的原因</h3>
          <ul>
            {explanations.map(({ text, exact }) => (
              <li key={text}>
                {exact && <strong>正好相符：</strong>}
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function FigureLine({ title, value }: { title: string; value: string | null }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{value ?? '缺汇率或分成比例'}</dd>
    </>
  )
}
