// The recipients: receivers, and users by inbox.

import { useState } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { ChoiceLists } from '#web/pick/ChoiceLists.tsx'
import { ChosenTools } from '#web/pick/ChosenTools.tsx'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { type ReceiverKind, receiverKindTitles, receiverTakesText } from '#features/receivers/contract.ts'
import { useReferenceData } from '../referenceData.ts'
import { change } from './actions.ts'
import { FieldLine, Part } from './Part.tsx'
import { useEditor } from './store.ts'

export function TellPart() {
  const rule = useEditor((state) => state.draft)
  const options = useReferenceData((state) => state.options)
  if (!rule || !options) return null
  const { receiverIds, userIds } = rule
  const nobody = receiverIds.length + userIds.length === 0
  return (
    <Part title="通知对象">
      <FieldLine
        name="receiverIds"
        label="渠道"
        help={
          receiverIds.length > 0 ? `${receiverTakesText()}。万一服务中断，群里可能收到重复的一条` : undefined
        }
      >
        <Chosen
          title="通知渠道"
          search="搜索渠道"
          gone="已删除的渠道"
          rows={options.receivers}
          detailOf={({ kind }) => receiverKindTitles[kind as ReceiverKind] ?? kind}
          chosen={receiverIds}
          onChange={(ids) => change({ receiverIds: ids })}
        />
        <Link href={pages.alarmReceivers()}>管理通知渠道</Link>
      </FieldLine>
      <FieldLine
        name="userIds"
        label="站内"
        help={nobody ? '没有选择通知对象：只保留记录，不发通知' : undefined}
      >
        <Chosen
          title="站内消息"
          search="搜索用户"
          gone="已停用的用户"
          rows={options.users}
          chosen={userIds}
          onChange={(ids) => change({ userIds: ids })}
        />
      </FieldLine>
    </Part>
  )
}

interface ChosenProps<Row> {
  title: string
  search: string
  /** Shown for a deleted one. */
  gone: string
  rows: readonly Row[]
  detailOf?: (row: Row) => string
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}

function Chosen<Row extends { id: number; name: string }>(props: ChosenProps<Row>) {
  const { title, search, gone, rows, detailOf, chosen, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.name ?? gone
  return (
    <FilterButton
      label=""
      name={title}
      value={chosen.map(nameOf).join('、') || '不发'}
      isOpen={isOpen}
      onOpen={setOpen}
      title={title}
    >
      <div className="picker-panel">
        <ChoiceLists
          items={rows.map(
            (row): PickItem => ({
              key: String(row.id),
              title: row.name,
              pinyin: '',
              detail: detailOf?.(row),
              checked: chosen.includes(row.id),
            }),
          )}
          search={search}
          none="没有可选的"
          failure={null}
          onRetry={() => {}}
          tools={<ChosenTools count={chosen.length} onClear={() => onChange([])} />}
          label={`已选${title}`}
          chosen={chosen}
          nameOf={nameOf}
          onChange={onChange}
        />
      </div>
    </FilterButton>
  )
}
