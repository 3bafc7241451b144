// Dialogs of the tree: choosing a target folder for moving or sharing, and confirming a deletion.
import { useEffect, useState } from 'react'
import { call } from '#web/api/client.ts'
import { PickList } from '#web/pick/PickList.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { subscriptionsOfView } from '#features/subscription/contract.ts'
import { moveInto, remove, setShared } from './actions.ts'
import { holdsFolder, idOf, isViewKey, type NodeKey, pathTo, type Shape } from './shape.ts'
import { type TreeState, useTree } from './store.ts'

const close = () => useTree.setState({ dialog: null })
const topKey = 'top'

/** Every folder with its whole path; a folder that is no valid target says why. */
function folderItems(shape: Shape, key: NodeKey, kind: 'move' | 'share'): PickItem[] {
  const id = idOf(key)
  const isView = isViewKey(key)
  const place = isView ? shape.views.get(id)?.typeId : shape.folders.get(id)?.parentId
  const refusal = (folder: number) => {
    if (kind === 'move' && folder === place) return '已在这里'
    return !isView && holdsFolder(shape, id, folder) ? '不能移到自己里面' : ''
  }
  const items = [...shape.folders.values()].map(
    (folder): PickItem => ({
      key: String(folder.id),
      title: pathTo(shape, folder.id)
        .map(({ name }) => name)
        .join(' / '),
      pinyin: pathTo(shape, folder.id)
        .map(({ pinyin }) => pinyin)
        .join(' '),
      refused: refusal(folder.id),
    }),
  )
  const view = isView ? shape.views.get(id) : undefined
  const top = view ? '我的私有报表（不在文件夹里）' : '最上层'
  // A shared view must be in a folder, or nobody would find it.
  return kind === 'share' || view?.shared ? items : [{ key: topKey, title: top, pinyin: '' }, ...items]
}

export function TreeDialogs() {
  const dialog = useTree((state) => state.dialog)
  return dialog && <OneDialog dialog={dialog} />
}

/** Who would stop receiving the view. */
function Subscribed({ viewId }: { viewId: number }) {
  const [told, setTold] = useState('')
  useEffect(() => {
    const asking = new AbortController()
    const options = { quiet: true, loading: null, signal: asking.signal } as const
    call(subscriptionsOfView, { params: { id: viewId } }, options).then(
      ({ count, owners }) =>
        setTold(count === 0 ? '' : `有 ${count} 个订阅会随之暂停（${owners.slice(0, 5).join('、')}）。`),
      () => setTold(asking.signal.aborted ? '' : '相关订阅读取失败；若有订阅，删除后会暂停。'),
    )
    return () => asking.abort()
  }, [viewId])
  return told === '' ? null : <p role="status">{told}</p>
}

function OneDialog({ dialog }: { dialog: NonNullable<TreeState['dialog']> }) {
  const shape = useTree((state) => state.shape)
  const { kind, key } = dialog
  const thing = isViewKey(key) ? shape.views.get(idOf(key)) : shape.folders.get(idOf(key))
  if (!thing) return null
  if (kind === 'delete') {
    return (
      <ConfirmDialog confirm="删除" onClose={close} onConfirm={() => void remove(key)}>
        删除{isViewKey(key) ? '视图' : '文件夹'}「{thing.name}」？
        {isViewKey(key) ? '其中的报表一并删除，可在提示里撤销。' : '只有空文件夹能删除，可在提示里撤销。'}
        {isViewKey(key) && <Subscribed viewId={idOf(key)} />}
      </ConfirmDialog>
    )
  }
  if (kind === 'unshare') {
    return (
      <ConfirmDialog confirm="设为私有" onClose={close} onConfirm={() => void setShared(idOf(key), false)}>
        把「{thing.name}」设为私有？其他人不再能打开它和它的链接，可在提示里撤销。
      </ConfirmDialog>
    )
  }
  const pick = ({ key: picked }: PickItem) => {
    close()
    const folderId = picked === topKey ? null : Number(picked)
    if (kind === 'move') void moveInto(key, folderId)
    else if (folderId !== null) void setShared(idOf(key), true, folderId)
  }
  return (
    <TitledDialog
      title={kind === 'move' ? `移动「${thing.name}」到…` : `共享「${thing.name}」到…`}
      onClose={close}
      className="folder-dialog"
    >
      <PickList
        items={folderItems(shape, key, kind)}
        label="搜索文件夹"
        onPick={pick}
        none="没有匹配的文件夹"
      />
    </TitledDialog>
  )
}
