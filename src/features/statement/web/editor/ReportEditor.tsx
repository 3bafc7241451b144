// The report editor: the definition at the left in sections that keys open, a preview at the right.
import './editor.css'
import { Button, DialogBody, DialogFooter, InputGroup, SegmentedControl } from '@blueprintjs/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { grainTitles } from '#semantic/model/shown/periods.ts'
import { type ReportInfo, type ReportKind, reportKinds } from '#semantic/model/types.ts'
import { useCommandContext } from '#web/shell/keys/contexts.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { businessToday, rangeText } from '../dates/days.ts'
import { KeepDialog } from '../keep/KeepDialog.tsx'
import { keptInfo } from '../report/asking/request.ts'
import { BothVersions } from '../report/dialogs/BothVersions.tsx'
import { dimensionName, pointNames } from '../report/names.ts'
import { applyDraft, changeDraft, changeKind, closeEditor, nameDraft } from './actions.ts'
import { asideLines } from './aside.ts'
import { ConditionList } from './ConditionList.tsx'
import { DaysSection } from './DaysSection.tsx'
import { DimensionsSection } from './DimensionsSection.tsx'
import { fieldOf } from './fieldOf.ts'
import { kindTexts, kindTitles } from './kinds.ts'
import { namesIn } from './names.ts'
import { OptionsSection } from './OptionsSection.tsx'
import { optionsText } from './optionsText.ts'
import { PointsSection } from './PointsSection.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import { Section } from './Section.tsx'
import { createReport, overwriteTheirs, saveDraft, saveDraftAsNew, takeTheirDefinition } from './saving.ts'
import { type Draft, type EditorField, isChanged, useEditor } from './store.ts'

export function ReportEditor() {
  useCommandContext('editor')
  const root = useRef<HTMLDivElement>(null)
  const draft = useEditor((state) => state.draft)
  const failure = useEditor((state) => state.failure)
  const params = useEditor((state) => state.params)
  if (!draft) return null
  const field = failure && fieldOf(failure, draft, params)
  const leaveField = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
    // The first Esc leaves the field, the second one the editor.
    if (event.target !== root.current) {
      event.preventDefault()
      event.stopPropagation()
      root.current?.focus()
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc of any field ends there.
    <div className="editor" ref={root} tabIndex={-1} onKeyDown={leaveField} data-command-keys>
      <EditorTitle draft={draft} />
      <div className="editor-columns">
        <div className="editor-form">
          <AsideLine draft={draft} />
          <Sections draft={draft} field={field} problem={failure?.message ?? ''} />
        </div>
        <PreviewPane problem={field === null ? (failure?.message ?? '') : ''} />
      </div>
      <EditorDialogs draft={draft} />
    </div>
  )
}

function EditorTitle({ draft }: { draft: Draft }) {
  const changed = useEditor(isChanged)
  const problem = useEditor((state) => state.nameProblem)
  const saving = useEditor((state) => state.saving)
  return (
    <header className="editor-title">
      <h1>{draft.report ? '编辑报表' : '新建报表'}</h1>
      <InputGroup
        id="editor-name"
        className="editor-name"
        size="small"
        maxLength={100}
        placeholder="报表名称"
        aria-label="报表名称"
        value={draft.name}
        intent={problem ? 'danger' : 'none'}
        rightElement={
          <span className="editor-name-key">
            <KeyHint command="editor.sectionName" />
          </span>
        }
        onChange={(event) => nameDraft(event.currentTarget.value)}
      />
      {problem && (
        <span className="editor-problem" role="alert">
          {problem}
        </span>
      )}
      <span className="editor-state">{changed ? '有未保存的修改' : ''}</span>
      <div className="editor-actions">
        <Button
          variant="minimal"
          text="关闭"
          endIcon={<KeyHint command="editor.close" />}
          onClick={closeEditor}
        />
        <Button
          variant="minimal"
          endIcon={<KeyHint command="editor.apply" />}
          text="应用到页面"
          onClick={applyDraft}
        />
        {draft.report && (
          <Button
            variant="minimal"
            text="另存到…"
            endIcon={<KeyHint command="editor.saveAsNew" />}
            onClick={saveDraftAsNew}
          />
        )}
        <Button
          intent="primary"
          text="保存"
          endIcon={<KeyHint command="editor.save" />}
          loading={saving}
          onClick={() => void saveDraft()}
        />
      </div>
    </header>
  )
}

function Sections({ draft, field, problem }: { draft: Draft; field: EditorField | null; problem: string }) {
  const params = useEditor((state) => state.params)
  const { info } = draft
  const kind = info.kind ?? 'table'
  const at = (name: EditorField) => (field === name ? problem : '')
  const pointName = pointNames(params)
  const filters = info.filters ?? []
  return (
    <>
      <Section
        name="kind"
        title="类型"
        command="editor.sectionKind"
        summary={kindTitles[kind]}
        problem={at('kind')}
      >
        <KindSection kind={kind} />
      </Section>
      <Section
        name="points"
        title="指标"
        command="editor.sectionPoints"
        summary={info.points.map(pointName).join('、') || '未选'}
        problem={at('points')}
      >
        <PointsSection />
      </Section>
      <Section
        name="dims"
        title="维度"
        command="editor.sectionDimensions"
        summary={info.dims.map((id) => dimensionName(params, id)).join('、') || '不分组'}
        problem={at('dims')}
      >
        <DimensionsSection />
      </Section>
      <Section
        name="filters"
        title="筛选"
        command="editor.sectionFilters"
        summary={filters.length > 0 ? `${filters.length} 个条件` : '无'}
        problem={at('filters')}
      >
        <ConditionList
          filters={filters}
          points={kind === 'table' ? info.points : []}
          params={params}
          onChange={(next) => changeDraft({ filters: next })}
        />
      </Section>
      <Section
        name="days"
        title="日期"
        command="editor.sectionDays"
        summary={daysSummary(info)}
        problem={at('days')}
      >
        <DaysSection />
      </Section>
      <Section
        name="options"
        title="选项"
        command="editor.sectionOptions"
        summary={optionsText(info)}
        problem={at('options')}
      >
        <OptionsSection />
      </Section>
    </>
  )
}

/** Removed parts are listed, and return with what they belong to. */
function AsideLine({ draft }: { draft: Draft }) {
  const params = useEditor((state) => state.params)
  const lines = asideLines(draft.aside, namesIn(params))
  return (
    <p className="editor-aside" role="status" hidden={lines.length === 0}>
      {lines.length > 0 && `以下设置不适用于此类型，换回后恢复，不随报表保存：${lines.join('；')}`}
    </p>
  )
}

const daysSummary = ({ dateRange, grain }: ReportInfo) =>
  `${rangeText(dateRange, businessToday())}${grain && grain !== 'day' ? `，按${grainTitles[grain]}` : ''}`

function KindSection({ kind }: { kind: ReportKind }) {
  return (
    <>
      <SegmentedControl
        fill
        size="small"
        aria-label="类型"
        options={reportKinds.map((value) => ({ value, label: kindTitles[value] }))}
        value={kind}
        onValueChange={(value) => changeKind(value as ReportKind)}
      />
      <p className="editor-help">{kindTexts[kind]}</p>
    </>
  )
}

const closeDialog = () => useEditor.setState({ dialog: null })

function EditorDialogs({ draft }: { draft: Draft }) {
  const dialog = useEditor((state) => state.dialog)
  const root = useRef(document.activeElement)
  useEffect(() => {
    if (dialog) root.current = document.activeElement
  }, [dialog])
  if (dialog === 'saveAs') {
    return <KeepDialog initial={draft.name || '新报表'} onClose={closeDialog} onKeep={createReport} />
  }
  return dialog === 'conflict' ? <ConflictDialog draft={draft} /> : null
}

function ConflictDialog({ draft: { name, info, report } }: { draft: Draft }) {
  const conflict = useEditor((state) => state.conflict)
  const params = useEditor((state) => state.params)
  if (!conflict) return null
  // A name changed only by the other user is kept.
  const own = name.trim() === report?.reportName ? conflict.present.reportName : name.trim()
  return (
    <TitledDialog title="报表已被他人修改" className="form-conflict-dialog" onClose={closeDialog}>
      <DialogBody>
        <BothVersions conflict={conflict} mine={{ name: own, info: keptInfo(info) }} params={params}>
          你的修改还在编辑器里，没有写入。
        </BothVersions>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="用对方的" onClick={() => void takeTheirDefinition()} />
            <Button text="覆盖" intent="danger" variant="outlined" onClick={() => void overwriteTheirs()} />
            <Button
              text="另存到…"
              intent="primary"
              autoFocus
              onClick={() => useEditor.setState({ dialog: 'saveAs' })}
            />
          </>
        }
      />
    </TitledDialog>
  )
}
