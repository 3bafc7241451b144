// Publishes the white list: shows the changes first, then the progress, and offers undo.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCallback, useEffect, useState } from 'react'
import { type CallError, call, callBlob, failureOf, quiet } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { gameName } from '#web/list/gameCells.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { useSession } from '#web/shell/session.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import {
  commitWhiteListDataToMaxCompute,
  type EntryKind,
  entryKindTitles,
  exportWhiteListPreview,
  listWhitePublications,
  type Publication,
  type PublicationPreview,
  previewWhiteList,
  undoWhitePublication,
} from '#features/lists/contract.ts'
import { Publications } from './Publications.tsx'
import '../lists.css'

const followMs = 700
const rowsShown = 100
const isAtWork = ({ status }: Publication) => status === 'waiting' || status === 'running'

export const showPublishing = (): void => showDialog(<PublishDialog />)

interface Read {
  preview: PublicationPreview
  publications: Publication[]
}

function PublishDialog() {
  const [read, setRead] = useState<Read | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const renew = useCallback(async () => {
    try {
      const [preview, publications] = await Promise.all([
        call(previewWhiteList, {}, quiet),
        call(listWhitePublications, {}, quiet),
      ])
      setRead({ preview, publications })
    } catch (error) {
      setFailure(failureOf(error))
    }
  }, [])
  useEffect(() => {
    void renew()
  }, [renew])
  const working = read?.publications.some(isAtWork) ?? false
  useFollowing(working, renew)
  const order = async (work: () => Promise<Publication>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
      await renew()
    } catch (error) {
      setFailure(failureOf(error))
      // The preview may be outdated.
      await renew()
    } finally {
      setBusy(false)
    }
  }
  const preview = read?.preview
  const changes = preview ? preview.added + preview.removed : 0
  return (
    <TitledDialog title="发布白名单到数据仓库" className="lists-publish" onClose={closeDialog}>
      <DialogBody>
        {failure && <FailureLine what="发布失败" failure={failure} />}
        {!read && !failure && <p role="status">加载中...</p>}
        {preview && <Preview preview={preview} />}
        {read && (
          <Publications
            publications={read.publications}
            busy={busy || working}
            onUndo={({ id }) => order(() => call(undoWhitePublication, { params: { id }, body: {} }, quiet))}
          />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="下载变更" disabled={changes === 0} onClick={() => void download()} />
            <Button text="关闭" onClick={closeDialog} />
            {/* Rendered only when it can be pressed, so that it takes the focus then. */}
            {read && (
              <Button
                intent="primary"
                text={working ? '正在发布...' : '发布'}
                autoFocus
                disabled={changes === 0 || working}
                loading={busy}
                onClick={() =>
                  void order(() =>
                    call(
                      commitWhiteListDataToMaxCompute,
                      { body: { ...(preview && { digest: preview.digest }) } },
                      quiet,
                    ),
                  )
                }
              />
            )}
          </>
        }
      />
    </TitledDialog>
  )
}

/** Reloads while a job runs. */
function useFollowing(working: boolean, renew: () => Promise<void>): void {
  useEffect(() => {
    if (!working) return
    const timer = setInterval(() => void renew(), followMs)
    return () => clearInterval(timer)
  }, [working, renew])
}

async function download(): Promise<void> {
  try {
    const { blob, fileName } = await callBlob(exportWhiteListPreview, { body: {} })
    saveBlob(blob, fileName)
  } catch (error) {
    showMessage({ message: '下载失败', detail: failureOf(error).shown.message, intent: 'danger' })
  }
}

function Preview({ preview }: { preview: PublicationPreview }) {
  const { added, removed, unchanged, rows, expired } = preview
  const games = useSession(({ roleData }) => roleData?.games) ?? []
  return (
    <>
      <p role="status" className="lists-counts">
        {added + removed === 0
          ? '与已发布的内容相同，没有可发布的变更'
          : `将新增 ${added} 行，移除 ${removed} 行`}
        ，{unchanged} 行不变{expired > 0 && `；${expired} 条已过期，不发布`}
      </p>
      {rows.length > 0 && (
        <SmallTable className="lists-rows">
          <thead>
            <tr>
              <th>变化</th>
              <th>值</th>
              <th>游戏</th>
              <th>类型</th>
              <th>原因</th>
              <th>有效期至</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rowsShown).map(({ change, cgi, kind, value, reason, expires_on }) => (
              <tr key={JSON.stringify([change, cgi, kind, value, reason, expires_on])}>
                <td className={`lists-${change}`}>{change === 'added' ? '＋ 新增' : '－ 移除'}</td>
                <td>{value}</td>
                <td>{gameName(games, cgi)}</td>
                <td>{entryKindTitles[kind as EntryKind] ?? kind}</td>
                <td>{reason}</td>
                <td>{expires_on ?? '长期'}</td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </>
  )
}
