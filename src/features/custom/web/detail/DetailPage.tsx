// /custom/detail?id=…: a report made of SQL, with its parameters, or its editor for the publisher.

import { AnchorButton, Button, MenuItem } from '@blueprintjs/core'
import { ChevronRight, Edit, Export, People, Refresh, Search, Trash } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { useKeptWork } from '#web/shell/keptWork.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { useLeaveWarning } from '#web/shell/leaving.ts'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import type { SelectionStatus } from '#web/table/types.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { MoreButton } from '#web/ui/menus/MoreButton.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import type { CustomReport } from '#features/custom/contract.ts'
import { EditPanel } from '../edit/EditPanel.tsx'
import { ask, cancelAsk, followAddress, isTouched, keepDraft, openReport } from '../loading.ts'
import { deleteOpen } from '../saving.ts'
import { closedReport, useCustom } from '../store.ts'
import { Figures } from './Figures.tsx'
import { Status } from './Status.tsx'
import { ValueBar } from './ValueBar.tsx'
import '../custom.css'

/** A malformed id answers 400; for the reader the report simply does not exist. */
const missingStatuses = [400, 404]

export function Page() {
  const search = useSearch()
  const report = useCustom((state) => state.report)
  const failure = useCustom((state) => state.failure)
  const draft = useCustom((state) => state.draft)
  const id = useCustom((state) => state.id)
  usePageTitle(report?.name ?? (draft ? '新的自定义报表' : null))
  useEffect(() => {
    void followAddress(search)
  }, [search])
  // Must run before the effect that discards the draft.
  useKeptWork(keepDraft)
  useLeaveWarning(useCustom(isTouched))
  useEffect(
    () => () => {
      cancelAsk()
      useCustom.setState(closedReport)
    },
    [],
  )
  if (failure && missingStatuses.includes(failure.status)) return <Missing />
  if (failure)
    return (
      <section className="custom-page">
        <ErrorState
          isPage
          title="报表读取失败"
          failure={failure}
          onRetry={() => {
            useCustom.setState({ failure: null })
            if (id) void openReport(id)
          }}
        />
      </section>
    )
  return (
    <section className="custom-page">
      <TitleLine report={report} />
      {draft && <EditPanel draft={draft} />}
      {!draft && !report && <Skeleton lines={12} />}
      {!draft && report && <Reading report={report} />}
      <Deleting />
    </section>
  )
}

function Reading({ report }: { report: CustomReport }) {
  const [selection, setSelection] = useState<SelectionStatus | null>(null)
  return (
    <>
      {report.describe && <p className="custom-describe">{report.describe}</p>}
      {report.problem !== '' && (
        <p className="custom-problem" role="alert">
          {report.problem}
        </p>
      )}
      <ValueBar report={report} />
      <Figures report={report} onSelection={setSelection} />
      <Status selection={selection} />
    </>
  )
}

function TitleLine({ report }: { report: CustomReport | null }) {
  const draft = useCustom((state) => state.draft)
  const name = draft ? draft.name || '新的自定义报表' : (report?.name ?? '')
  return (
    <div className="custom-title">
      <nav className="custom-path" aria-label="位置">
        <Link href={pages.custom()}>自定义报表</Link>
        <ChevronRight size={12} />
        {report?.folder
          .split('/')
          .filter(Boolean)
          .map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: folders of one path may share a name.
            <span key={at} className="custom-step">
              {part}
              <ChevronRight size={12} />
            </span>
          ))}
        <h1 title={name}>{name}</h1>
        {report && !report.published && !draft && <span className="custom-tag">草稿</span>}
      </nav>
      {report && (
        <div className="custom-actions">
          {!draft && (
            <>
              <CommandTip command="custom.refresh" title="不用缓存，重新查询">
                <Button
                  variant="minimal"
                  icon={<Refresh size={14} />}
                  text="刷新"
                  onClick={() => void ask({ fresh: true })}
                />
              </CommandTip>
              <CommandTip command="custom.export" title="导出全部行">
                <Button
                  variant="minimal"
                  icon={<Export size={14} />}
                  text="导出"
                  onClick={() => runCommand('custom.export')}
                />
              </CommandTip>
            </>
          )}
          {report.editable && (
            <CommandTip command="custom.edit" title={draft ? '回到报表' : '改 SQL、参数和图表'}>
              <Button
                variant="minimal"
                active={draft !== null}
                icon={<Edit size={14} />}
                text={draft ? '返回报表' : '编辑'}
                onClick={() => runCommand('custom.edit')}
              />
            </CommandTip>
          )}
          <MoreButton>
            <MenuItem
              text="导出 csv"
              icon={<Export size={14} />}
              onClick={() => runCommand('custom.exportCsv')}
            />
            <MenuItem
              text="显示或隐藏图表"
              labelElement={<KeyHint command="custom.toggleChart" />}
              onClick={() => runCommand('custom.toggleChart')}
            />
            <MenuItem
              text="谁可以看…"
              icon={<People size={14} />}
              labelElement={<KeyHint command="custom.whoSees" />}
              onClick={() => runCommand('custom.whoSees')}
            />
            {report.own && (
              <MenuItem
                text="删除"
                intent="danger"
                icon={<Trash size={14} />}
                onClick={() => runCommand('custom.delete')}
              />
            )}
          </MoreButton>
        </div>
      )}
    </div>
  )
}

function Deleting() {
  const deleting = useCustom((state) => state.deleting)
  const report = useCustom((state) => state.report)
  if (!deleting || !report) return null
  return (
    <ConfirmDialog
      confirm="删除"
      onClose={() => useCustom.setState({ deleting: false })}
      onConfirm={() => void deleteOpen()}
    >
      删除「{report.name}」？{report.published && '它已发布，其他人将不再看到它。'}删除后可以撤销。
    </ConfirmDialog>
  )
}

function Missing() {
  return (
    <section className="custom-page">
      <EmptyState
        isPage
        icon={<Search size={32} />}
        title="没有找到这张报表"
        description="它可能已被删除或撤回发布，请向把链接给你的人确认。"
        action={<AnchorButton variant="minimal" text="查看全部自定义报表" href={pages.custom()} />}
      />
    </section>
  )
}
