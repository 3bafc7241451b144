// 核对 and 停用 of a view.
import { call, failureOf, quiet, tellFailure } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { type Marked, type Marking, showRetire, showVerify } from '#web/standing/MarkDialogs.tsx'
import { markView, type ViewMeta } from '../contract.ts'
import { idOf, isViewKey, type NodeKey } from './tree/shape.ts'
import { loadTree, useTree } from './tree/store.ts'
import { rememberStep } from './undo.ts'

const markedView = ({ id, name, revision, ...view }: ViewMeta, consequence = ''): Marked => ({
  key: `view ${id}`,
  name,
  standing: view,
  ended: '视图里的报表有改动后，核对自动失效。',
  consequence,
  instead: '改用哪个视图',
  send: (marking: Marking, first) =>
    call(markView, { body: { id, ...marking, ...(first && { revision }) } }, quiet),
  refresh: loadTree,
  offerUndo: (words, takeBack) => {
    const undo = () => void takeBack().catch((error: unknown) => tellFailure(failureOf(error)))
    rememberStep(undo)
    showMessage({ message: words, intent: 'success', action: { text: '撤销', onClick: undo } })
  },
})

/** The view under a key that the reader may mark; who may not is told. */
function editableView(key: NodeKey): ViewMeta | null {
  const view = isViewKey(key) ? useTree.getState().shape.views.get(idOf(key)) : undefined
  if (!view) return null
  if (view.editable) return view
  showMessage({ message: '只有所有者、可以修改它的人或报表配置人员可以修改', intent: 'warning' })
  return null
}

export function verifyView(key: NodeKey): void {
  const view = editableView(key)
  if (view) showVerify(markedView(view))
}

/** Reads how many people are told, before the dialog opens. */
export async function retireView(key: NodeKey): Promise<void> {
  const view = editableView(key)
  if (!view) return
  try {
    const { people } = await call(markView, { body: { id: view.id, dryRun: true } }, quiet)
    const told = people > 0 ? `会给另外 ${people} 位相关的人发站内信。` : ''
    showRetire(markedView(view, `${told}停用后新报表不再存进它，仍可打开，订阅照常发送。`))
  } catch (error) {
    tellFailure(failureOf(error))
  }
}
