// The store's fields, each with its most frequent values among the matches.
import { Button, InputGroup } from '@blueprintjs/core'
import { MenuClosed, MenuOpen } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useCommandContext } from '#web/shell/keys/contexts.ts'
import { SideDrawer } from '#web/ui/side/SideDrawer.tsx'
import { SideHandle } from '#web/ui/side/SideHandle.tsx'
import { clampSide } from '#web/ui/side/sideWidth.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { useNarrow } from '#web/ui/useNarrow.ts'
import type { LogField } from '#features/logsearch/contract.ts'
import { readIndex } from '../reading/places.ts'
import { tellApartAgain } from '../reading/search.ts'
import { indexOf, shownColumns, useLogs } from '../store.ts'
import { walkRows } from '../walk.ts'
import { percent } from '../words.ts'
import { TopValues } from './TopValues.tsx'

const fold = (sideFolded: boolean) => useLogs.setState({ sideFolded })

export function FieldSide() {
  const narrow = useNarrow()
  const width = useLogs((state) => state.sideWidth)
  const folded = useLogs((state) => state.sideFolded)
  const drawer = useLogs((state) => state.sideDrawer)
  if (narrow) {
    return drawer ? (
      <SideDrawer
        title="字段"
        side="left"
        width={300}
        onClose={() => useLogs.setState({ sideDrawer: false })}
      >
        <FieldList />
      </SideDrawer>
    ) : null
  }
  if (folded) {
    return (
      <aside className="side side-folded" aria-label="字段">
        <Button
          variant="minimal"
          icon={<MenuOpen size={14} />}
          aria-label="展开字段"
          title="展开字段"
          onClick={() => fold(false)}
        />
      </aside>
    )
  }
  return (
    <aside className="side log-side" style={{ width }} aria-label="字段">
      <FieldList
        tools={
          <Button
            variant="minimal"
            size="small"
            icon={<MenuClosed size={14} />}
            aria-label="收起字段"
            title="收起字段"
            onClick={() => fold(true)}
          />
        }
      />
      <SideHandle
        label="字段列表的宽度"
        width={width}
        onWidth={(wanted) => useLogs.setState({ sideWidth: clampSide(wanted) })}
      />
    </aside>
  )
}

function FieldList({ tools }: { tools?: React.ReactNode }) {
  const index = useLogs(indexOf)
  const failure = useLogs((state) => state.indexFailure)
  const { entrance, store } = useLogs((state) => state.address)
  const open = useLogs((state) => state.valuesOf)
  const columns = useLogs(useShallow(shownColumns))
  const [text, setText] = useState('')
  const [hasFocus, setFocus] = useState(false)
  useCommandContext('logField', hasFocus)
  const fields = useMemo(() => narrowedFields(index?.fields ?? [], text), [index, text])
  return (
    <div className="side-content">
      <div className="side-find">
        <InputGroup
          type="search"
          placeholder="找字段"
          aria-label="找字段"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {tools}
      </div>
      {!index && failure && (
        <div className="side-empty">
          <FailureLine
            what="字段读取失败"
            failure={failure}
            onRetry={() => void readIndex(entrance, store, true).then(tellApartAgain)}
          />
        </div>
      )}
      <ul
        className="side-scroll log-fields"
        onKeyDown={walkRows}
        onFocus={() => setFocus(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget)) return
          setFocus(false)
          useLogs.setState({ focused: null })
        }}
      >
        {fields.map((field, at) => (
          <FieldRow
            key={field.name}
            field={field}
            isOpen={field.name === open}
            isColumn={columns.includes(field.name)}
            first={at === 0}
          />
        ))}
      </ul>
      {index && fields.length === 0 && <p className="side-empty">没有匹配的字段</p>}
      {index && <p className="log-fields-note">据最新 {index.sampled.toLocaleString('en-US')} 条</p>}
    </div>
  )
}

function narrowedFields(fields: readonly LogField[], text: string): LogField[] {
  const wanted = text.trim().toLowerCase()
  return fields.filter(({ name, title }) => `${name}\n${title}`.toLowerCase().includes(wanted))
}

interface RowProps {
  field: LogField
  isOpen: boolean
  isColumn: boolean
  first: boolean
}

function FieldRow({ field: { name, title, share }, isOpen, isColumn, first }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className="log-field"
        data-walked=""
        data-field={name}
        tabIndex={first ? 0 : -1}
        aria-expanded={isOpen}
        onFocus={() => useLogs.setState({ focused: { field: name, value: '' } })}
        onClick={() => useLogs.setState({ valuesOf: isOpen ? null : name })}
      >
        <span className={isColumn ? 'log-field-name log-field-column' : 'log-field-name'}>{name}</span>
        {title && title !== name && <span className="log-field-title">{title}</span>}
        <span className="log-field-share">{percent(share)}</span>
      </button>
      {isOpen && <TopValues field={name} />}
    </li>
  )
}
