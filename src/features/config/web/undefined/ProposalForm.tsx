// The proposal for a table: ticked items are created under the shown names.
import { Button, Checkbox, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { applyProposal, type TableProposal } from '#features/config/contract.ts'
import { usePhysicalTables } from '../form/usePhysicalTables.ts'
import { renewLists } from '../listOf.ts'
import { Facts } from '../Pane.tsx'
import { optionTitle, useReferenceData } from '../referenceData.ts'
import { ColumnsField } from '../tables/ColumnsField.tsx'
import { isWhole, JoinsField, joinOf, joinText } from '../tables/JoinsField.tsx'
import { reportAddress } from '../uses/words.ts'
import { readUndefined } from './store.ts'

/** What is created from a proposed item, under another name if one was typed. */
interface Choice {
  isTaken: boolean
  name: string
}
type Choices = Readonly<Record<string, Choice>>

export function ProposalForm({ proposal }: { proposal: TableProposal }) {
  const { table, pointTable, dimensions, points, reports } = proposal
  const nameId = useId()
  const [name, setName] = useState(pointTable.name ?? table.name)
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries([
      ...dimensions.map(({ key, dimension }) => [key, { isTaken: true, name: dimension.name ?? key }]),
      ...points.map(({ key, point }) => [key, { isTaken: true, name: point.name ?? key }]),
    ]),
  )
  const [keys, setKeys] = useState<readonly string[]>(pointTable.grain_key ?? [])
  const [joins, setJoins] = useState<readonly string[]>((pointTable.joins ?? []).map(joinText))
  usePhysicalTables()
  useReferenceData()
  const [withReports, setWithReports] = useState(reports.length > 0)
  const { busy, failure, apply } = useApplying()
  const change = (key: string, part: Partial<Choice>) =>
    setChoices({ ...choices, [key]: { isTaken: false, name: '', ...choices[key], ...part } })
  const taken = (key: string) => choices[key]?.isTaken === true
  const nameOf = (key: string) => choices[key]?.name ?? ''
  const submit = () =>
    apply({
      table: table.name,
      pointTable: { ...pointTable, name, grain_key: [...keys], joins: joins.map(joinOf).filter(isWhole) },
      dimensions: dimensions
        .filter(({ key }) => taken(key))
        .map(({ key, dimension }) => ({ key, dimension: { ...dimension, name: nameOf(key) } })),
      points: points
        .filter(({ key }) => taken(key))
        .map(({ key, point }) => ({ key, point: { ...point, name: nameOf(key) } })),
      reports: withReports,
    })
  const count = [...dimensions, ...points].filter(({ key }) => taken(key)).length
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <DialogBody>
        <p className="config-muted">
          {table.comment && `${table.comment}，`}
          {table.rowCount.toLocaleString('en-US')} 行。勾选要建立的，名称可以直接改。
        </p>
        <div className="config-proposed-name">
          <label htmlFor={nameId}>指标表名称</label>
          <InputGroup
            id={nameId}
            value={name}
            autoFocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <Facts
          facts={[
            ['日期列', pointTable.date_column ?? '没有'],
            ['时间列', pointTable.time_column ?? ''],
            ['游戏列', pointTable.game_column ?? '没有'],
          ]}
        />
        <div className="config-proposed-name">
          <label htmlFor={`${nameId}-keys`}>行的主键</label>
          <ColumnsField
            {...plain}
            id={`${nameId}-keys`}
            label="行的主键"
            value={keys}
            values={{ table_truename: table.name }}
            onChange={(value) => setKeys(value as readonly string[])}
          />
        </div>
        <div className="config-proposed-name">
          <label htmlFor={`${nameId}-joins`}>关联的维度表</label>
          <JoinsField
            {...plain}
            id={`${nameId}-joins`}
            label="关联的维度表"
            value={joins}
            values={{ table_truename: table.name }}
            onChange={(value) => setJoins(value as readonly string[])}
          />
        </div>
        <Proposed
          title="维度"
          rows={dimensions.map(({ key, dimension }) => ({
            key,
            detail: [optionTitle('dimensionTypes', dimension.types), dimension.info?.expression]
              .filter(Boolean)
              .join('，'),
          }))}
          choices={choices}
          onChange={change}
        />
        <Proposed
          title="指标"
          rows={points.map(({ key, point }) => ({
            key,
            detail: [optionTitle('pointTypes', point.types), point.name_sql, point.info?.unit]
              .filter(Boolean)
              .join('，'),
          }))}
          choices={choices}
          onChange={change}
        />
        {reports.length > 0 && (
          <Checkbox
            checked={withReports}
            label={`同时建立报表：${reports.join('、')}`}
            onChange={(event) => setWithReports(event.currentTarget.checked)}
          />
        )}
        {failure && <FailureLine what="建立失败" failure={failure} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="取消" onClick={closeDialog} />
            <Button type="submit" intent="primary" text={`建立 ${count} 个定义`} loading={busy} />
          </>
        }
      />
    </form>
  )
}

const plain = {
  readOnly: false,
  autoFocus: false,
  isWrong: false,
  describedBy: undefined,
  onBlur: () => undefined,
}

interface ProposedProps {
  title: string
  rows: readonly { key: string; detail: string }[]
  choices: Choices
  onChange: (key: string, part: Partial<Choice>) => void
}

function Proposed({ title, rows, choices, onChange }: ProposedProps) {
  if (rows.length === 0) return null
  return (
    <fieldset className="config-proposed">
      <legend className="config-heading">
        {title}（{rows.length}）
      </legend>
      {rows.map(({ key, detail }) => {
        const { isTaken, name } = choices[key] ?? { isTaken: false, name: key }
        return (
          <div key={key} className="config-proposed-row">
            <Checkbox
              checked={isTaken}
              aria-label={`建立${title} ${name}`}
              onChange={(event) => onChange(key, { isTaken: event.currentTarget.checked })}
            />
            <InputGroup
              size="small"
              aria-label={`${title}的名称`}
              value={name}
              disabled={!isTaken}
              onChange={(event) => onChange(key, { name: event.currentTarget.value })}
            />
            <span className="config-muted">{detail}</span>
          </div>
        )
      })}
    </fieldset>
  )
}

function useApplying() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const apply = async (body: Parameters<typeof applied>[0]) => {
    setBusy(true)
    setFailure(null)
    try {
      const { viewMetaId, notes } = await applied(body)
      closeDialog()
      renewLists()
      // If this fails, the count in the title line is one too high until the lists are opened again.
      readUndefined(new AbortController().signal).catch(() => undefined)
      showMessage({
        message: `已定义数据表 ${body.table}`,
        detail: notes.join('；'),
        intent: 'success',
        ...(viewMetaId > 0 && {
          action: { text: '看报表', onClick: () => navigate(reportAddress(viewMetaId)) },
        }),
      })
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return { busy, failure, apply }
}

const applied = (body: {
  table: string
  pointTable: TableProposal['pointTable']
  dimensions: TableProposal['dimensions']
  points: TableProposal['points']
  reports: boolean
}) => call(applyProposal, { body }, quiet)
