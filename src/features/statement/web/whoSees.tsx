// 谁可以看 of a folder or view, and what moving it would change.

import type { WhoSees } from '#shared/whoSees.ts'
import { call, quiet } from '#web/api/client.ts'
import { whoSeesText } from '#web/sharing/sentence.ts'
import { type Chosen, WhoSeesDialog } from '#web/sharing/WhoSeesDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
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
