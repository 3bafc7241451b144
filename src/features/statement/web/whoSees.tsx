// 谁可以看 of a folder or view, and what moving it would change.

import type { WhoSees } from '#shared/whoSees.ts'
import { call, failureOf, quiet, tellFailure } from '#web/api/client.ts'
import { whoSeesText } from '#web/sharing/sentence.ts'
import { type Chosen, WhoSeesDialog } from '#web/sharing/WhoSeesDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { addOrUpdateViewMeta, addOrUpdateViewType, listGrantees, whoSees } from '../contract.ts'
import { idOf, isFolderKey, isViewKey, type NodeKey } from './tree/shape.ts'
import { loadTree, useTree } from './tree/store.ts'
import { rememberStep } from './undo.ts'

const kindOf = (key: NodeKey) => (isViewKey(key) ? 'viewMeta' : 'viewType')

const grantsOf = ({ grants }: Chosen | WhoSees) => grants.map(({ kind, id, right }) => ({ kind, id, right }))

function save(key: NodeKey, chosen: Chosen | WhoSees, revision?: number) {
  const body = {
    id: idOf(key),
    shared: chosen.shared,
    grants: grantsOf(chosen),
    ...(revision && { revision }),
  }
  return isViewKey(key)
    ? call(addOrUpdateViewMeta, { body }, quiet)
    : call(addOrUpdateViewType, { body }, quiet)
}

/** Whether everybody in its place sees it: the folder's people, or everybody at the top. */
function sharedText({ place }: WhoSees): string {
  if (place.folder)
    return `随文件夹「${place.folder.name}」${place.open ? '：所有人' : '，能看它的人都可以看'}`
  return place.grants === null ? '随它所在的文件夹' : '所有人'
}

export function showWhoSees(key: NodeKey): void {
  if (!isViewKey(key) && !isFolderKey(key)) return
  const { shape } = useTree.getState()
  const name = (isViewKey(key) ? shape.views.get(idOf(key)) : shape.folders.get(idOf(key)))?.name ?? ''
  const asked = { body: { kind: kindOf(key), id: idOf(key) } } as const
  showDialog(
    <WhoSeesDialog
      thing={{
        name,
        sharedText,
        load: (signal) => call(whoSees, asked, { ...quiet, signal }),
        people: (signal) => call(listGrantees, {}, { ...quiet, signal }),
        save: (chosen, revision) => save(key, chosen, revision),
        onSaved: (before, chosen) => told(key, before, chosen),
      }}
      onClose={closeDialog}
    />,
  )
}

/** Says who will see it in another folder, and asks; true at once where that changes nothing. */
export async function askMove(key: NodeKey, folderId: number | null): Promise<boolean> {
  const asked = { kind: kindOf(key), id: idOf(key) } as const
  try {
    const before = whoSeesText(await call(whoSees, { body: asked }, quiet))
    const moved = await call(whoSees, { body: { ...asked, folderId } }, quiet)
    const after = whoSeesText(moved)
    return before === after || (await confirmMove(moved.name, before, after))
  } catch (error) {
    tellFailure(failureOf(error))
    return false
  }
}

const confirmMove = (name: string, before: string, after: string): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isSure: boolean) => {
      closeDialog()
      resolve(isSure)
    }
    showDialog(
      <ConfirmDialog confirm="移动" onClose={() => end(false)} onConfirm={() => end(true)}>
        <p>移动「{name}」会改变谁可以看。</p>
        <p>现在：{before}。</p>
        <p>移动后：{after}。</p>
      </ConfirmDialog>,
    )
  })

function told(key: NodeKey, before: WhoSees, chosen: Chosen): void {
  void loadTree()
  const takeBack = () =>
    void save(key, before).then(
      () => loadTree(),
      (error: Error) => showMessage({ message: error.message, intent: 'warning' }),
    )
  rememberStep(takeBack)
  showMessage({
    message: `「${before.name}」${whoSeesText({ ...before, ...chosen, grants: [...chosen.grants] })}`,
    intent: 'success',
    action: { text: '撤销', onClick: takeBack },
  })
}
